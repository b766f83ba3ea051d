import type { Conflict } from "../../../api/generated/Conflict";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { Line } from "../../../api/generated/Line";
import type { Operation } from "../../../api/generated/Operation";
import type { Rules } from "../../../rules/rules";
import { getEndDateField } from "../../kind";
import type { StoredDocument } from "../../types";
import {
  type DocumentDraft,
  fillDraftLabourUnits,
  isBlankLine,
  isSameDocument,
  isSameValue,
  type LineDraft,
  type PartialDocument,
  toDocumentDraft,
  toRequestBody,
  toRequestHeader,
  toRequestLine,
} from "../draft/draft";

/**
 * The draft that says what `merged` says, with every field that says the same left as it was typed ("12." stays
 * "12."), lines that did not change left as they are, and the places to type that are not written yet left where
 * they stand. The same draft where nothing differs.
 */
export function applyMerged(
  kind: DocumentKind,
  mine: DocumentDraft,
  merged: PartialDocument,
  newId: () => string,
): DocumentDraft {
  const mergedDraft = fillDraftLabourUnits(toDocumentDraft(kind, merged, newId));
  const items = applyMergedLines(mine.items, mergedDraft.items, (merged.items ?? []).length);
  const [was, is] = [toRequestHeader(kind, mine), toRequestHeader(kind, mergedDraft)] as [
    HeaderFields,
    HeaderFields,
  ];
  const { items: _, ...header } = mergedDraft;
  const differing = (Object.keys(header) as (keyof typeof header)[]).filter((field) => {
    const name = field === "endDate" ? getEndDateField(kind) : field;
    return !isSameValue(was[name], is[name]);
  });
  if (differing.length === 0 && items === mine.items) return mine;
  return { ...mine, ...Object.fromEntries(differing.map((field) => [field, header[field]])), items };
}

type HeaderFields = Record<string, unknown>;

function applyMergedLines(mine: LineDraft[], fresh: LineDraft[], written: number): LineDraft[] {
  const ownLines = new Map(mine.map((line) => [line.id, line]));
  const lines = fresh.slice(0, written).map((line) => applyMergedLine(ownLines.get(line.id), line));
  const takenIds = new Set(lines.map(({ id }) => id));
  mine.forEach((line, at) => {
    if (!isBlankLine(line) || takenIds.has(line.id)) return;
    const before = lines.findIndex(({ id }) => id === mine[at - 1]?.id);
    lines.splice(before + 1, 0, line);
  });
  if (lines.length === 0) return fresh;
  const isSameList = lines.length === mine.length && lines.every((line, at) => line === mine[at]);
  return isSameList ? mine : lines;
}

function applyMergedLine(mine: LineDraft | undefined, merged: LineDraft): LineDraft {
  if (!mine) return merged;
  const [was, is] = [toRequestLine(mine), toRequestLine(merged)];
  const fields = Object.keys(is) as (keyof LineDraft)[];
  const differing = fields.filter((field) => !isSameValue(was[field], is[field]));
  if (differing.length === 0) return mine;
  return { ...mine, ...Object.fromEntries(differing.map((field) => [field, merged[field]])) };
}

/** Where operations begin that make a document which is not there yet. */
const EMPTY_DOCUMENT = { items: [] };

/** A document as the server has it, and as a draft. */
export interface BaseRevision {
  version: number;
  draft: DocumentDraft;
}

/** Two people at one document, by core's own functions: what separates two drafts, and one put upon another. */
export class DraftMerger {
  constructor(
    private readonly rules: Pick<Rules, "between" | "apply" | "mergeConflicts" | "merge">,
    private readonly kind: DocumentKind,
    private readonly newId: () => string,
  ) {}

  /** What the server has, as a draft that was not touched. */
  toBaseRevision(stored: StoredDocument): BaseRevision {
    return { version: stored.version, draft: toDocumentDraft(this.kind, stored, this.newId) };
  }

  /** What a person did to come from one draft to the other; from nothing, what makes the whole. */
  getOperations(before: DocumentDraft | null, after: DocumentDraft): Operation[] {
    if (before === null) return this.rules.between(EMPTY_DOCUMENT, this.toBody(after));
    const [was, is] = dropUnchangedLines(before, after);
    return this.rules.between(this.toBody(was), this.toBody(is));
  }

  isSame(one: DocumentDraft, other: DocumentDraft): boolean {
    return isSameDocument(this.kind, one, other);
  }

  /** A draft after these operations. What cannot be done any more, such as to a line that is gone, is passed over. */
  applyOperations(before: DocumentDraft | null, operations: readonly Operation[]): DocumentDraft {
    const start = before ?? { ...toDocumentDraft(this.kind, EMPTY_DOCUMENT, this.newId), items: [] };
    let body: object = before ? this.toBody(before) : EMPTY_DOCUMENT;
    try {
      body = this.applyToBody(body, operations);
    } catch {
      for (const operation of operations) {
        try {
          body = this.applyToBody(body, [operation]);
        } catch {
          // Passed over.
        }
      }
    }
    return applyMerged(this.kind, start, body, this.newId);
  }

  /** The fields that `mine` and `theirs` both made something else of, since `base`. */
  findConflicts(base: DocumentDraft, theirs: DocumentDraft, mine: DocumentDraft): Conflict[] {
    return this.rules.mergeConflicts(this.toBody(base), this.toBody(theirs), this.toBody(mine));
  }

  /** Every field in which the two differ, where nobody knows which of them changed it. */
  findDifferences(theirs: DocumentDraft, mine: DocumentDraft): Conflict[] {
    return this.rules.mergeConflicts(null, this.toBody(theirs), this.toBody(mine));
  }

  /** What stands, with what separates `mine` from `base` put upon it, but for the fields that are to stay theirs. */
  mergeOnto(
    theirs: DocumentDraft,
    base: DocumentDraft,
    mine: DocumentDraft,
    keepTheirs: ReadonlySet<string>,
  ): DocumentDraft {
    const merged = this.rules.merge(this.toBody(base), this.toBody(theirs), this.toBody(mine), [
      ...keepTheirs,
    ]);
    return applyMerged(this.kind, mine, merged as PartialDocument, this.newId);
  }

  private toBody(draft: DocumentDraft): { items: Line[] } {
    return toRequestBody(this.kind, draft);
  }

  private applyToBody(wire: object, operations: readonly Operation[]): PartialDocument {
    return this.rules.apply(wire, [...operations]) as PartialDocument;
  }
}

/**
 * Two drafts less the lines that are the very same in both, where no line came, went or moved: of a hundred lines one
 * is being typed into, and the others need not cross to the rules at every pause.
 */
function dropUnchangedLines(before: DocumentDraft, after: DocumentDraft): [DocumentDraft, DocumentDraft] {
  const isInPlace = before.items.length === after.items.length;
  // A line that nothing is written in is on one side only once something is.
  const isChanged = (line: LineDraft, at: number) => line !== after.items[at];
  const stays = (line: LineDraft, at: number) =>
    line.id === after.items[at]?.id && isBlankLine(line) === isBlankLine(after.items[at] ?? line);
  if (!isInPlace || !before.items.every(stays)) return [before, after];
  const changed = before.items.map(isChanged);
  const keepChanged = (draft: DocumentDraft) => ({
    ...draft,
    items: draft.items.filter((_line, at) => changed[at]),
  });
  return [keepChanged(before), keepChanged(after)];
}

/** The path by which a conflict names what an operation sets; of an order of lines nobody is asked. */
export function getOperationPath(operation: Operation): string | null {
  switch (operation.op) {
    case "set":
      return operation.field;
    case "setLine":
      return `items[${operation.line}].${operation.field}`;
    case "removeLine":
      return `items[${operation.line}]`;
    default:
      return null;
  }
}

/** What an operation sets; null for a line that it takes out. */
export function getOperationValue(operation: Operation): unknown {
  return operation.op === "set" || operation.op === "setLine" ? operation.value : null;
}

const LINE_PATH = /^items\[(.*)\](?:\.([^.[\]]+))?$/;

/** The line that a path speaks of, and its field where it is one. */
export function parseConflictPath(path: string): { line: string; field: string | null } | null {
  const match = LINE_PATH.exec(path);
  return match ? { line: match[1] ?? "", field: match[2] ?? null } : null;
}

/** What a document says at a conflict's path; null where the line is gone. */
export function getValueAt(body: { items: Line[] }, path: string): unknown {
  const target = parseConflictPath(path);
  if (!target) return (body as unknown as Record<string, unknown>)[path] ?? null;
  const line = body.items.find(({ id }) => id === target.line);
  if (!line || target.field === null) return line ?? null;
  return (line as unknown as Record<string, unknown>)[target.field] ?? null;
}

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
