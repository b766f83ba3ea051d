import type { Conflict } from "../../../api/generated/Conflict";
import type { Operation } from "../../../api/generated/Operation";
import { type Draft, sameValue } from "../draft/draft";
import { type Merging, pathOf, setTo } from "./merging";

/** The last values of ours that the server acknowledged in a row of edits: theirs only where they differ. */
export class Acknowledged {
  private readonly values: Map<string, unknown>;

  constructor(own: readonly (readonly [path: string, value: unknown])[] = []) {
    this.values = new Map(own);
  }

  /** All of them, as the device keeps them. */
  get all(): [path: string, value: unknown][] {
    return [...this.values];
  }

  add(operations: readonly Operation[]): void {
    for (const operation of operations) {
      const path = pathOf(operation);
      if (path !== null) this.values.set(path, setTo(operation));
    }
  }

  /** Whether what stands at the path is what we set there. */
  has(path: string, value: unknown): boolean {
    return this.values.has(path) && sameValue(this.values.get(path), value);
  }

  clear(): void {
    this.values.clear();
  }
}

/**
 * What a person must choose about before mine goes over theirs: the fields that both changed since the base, and of
 * those that the server asks about (`told`) the ones that we set too, unless what stands there is our own.
 */
export function toAsk(
  merging: Merging,
  { base, theirs, mine }: { base: Draft; theirs: Draft; mine: Draft },
  told: readonly Conflict[],
  own: Acknowledged,
): Conflict[] {
  const set = new Map(
    merging.operations(base, mine).map((operation) => [pathOf(operation), setTo(operation)]),
  );
  const found = new Map(merging.conflicts(base, theirs, mine).map((one) => [one.path, one]));
  for (const one of told) {
    const isSettled = own.has(one.path, one.theirs) || sameValue(one.theirs, set.get(one.path));
    if (set.has(one.path) && !isSettled) {
      found.set(one.path, { ...one, mine: set.get(one.path) });
    }
  }
  return [...found.values()];
}
