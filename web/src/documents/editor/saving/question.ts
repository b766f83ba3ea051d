import type { Conflict } from "../../../api/generated/Conflict";
import type { Operation } from "../../../api/generated/Operation";
import { type DocumentDraft, isSameValue } from "../draft/draft";
import { type DraftMerger, getOperationPath, getOperationValue } from "./draftMerger";

/** The last values of ours that the server acknowledged in a row of edits: theirs only where they differ. */
export class AcknowledgedValues {
  private readonly values: Map<string, unknown>;

  constructor(entries: readonly (readonly [path: string, value: unknown])[] = []) {
    this.values = new Map(entries);
  }

  /** All of them, as the device keeps them. */
  get entries(): [path: string, value: unknown][] {
    return [...this.values];
  }

  add(operations: readonly Operation[]): void {
    for (const operation of operations) {
      const path = getOperationPath(operation);
      if (path !== null) this.values.set(path, getOperationValue(operation));
    }
  }

  /** Whether what stands at the path is what we set there. */
  has(path: string, value: unknown): boolean {
    return this.values.has(path) && isSameValue(this.values.get(path), value);
  }

  clear(): void {
    this.values.clear();
  }
}

/**
 * What a person must choose about before mine goes over theirs: the fields that both changed since the base, and of
 * those that the server asks about (`serverConflicts`) the ones that we set too, unless what stands there is our own.
 */
export function findConflictsToAsk(
  merger: DraftMerger,
  { base, theirs, mine }: { base: DocumentDraft; theirs: DocumentDraft; mine: DocumentDraft },
  serverConflicts: readonly Conflict[],
  acknowledged: AcknowledgedValues,
): Conflict[] {
  const ownValues = new Map(
    merger
      .getOperations(base, mine)
      .map((operation) => [getOperationPath(operation), getOperationValue(operation)]),
  );
  const conflicts = new Map(merger.findConflicts(base, theirs, mine).map((one) => [one.path, one]));
  for (const one of serverConflicts) {
    const isSettled =
      acknowledged.has(one.path, one.theirs) || isSameValue(one.theirs, ownValues.get(one.path));
    if (ownValues.has(one.path) && !isSettled) {
      conflicts.set(one.path, { ...one, mine: ownValues.get(one.path) });
    }
  }
  return [...conflicts.values()];
}
