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
 * The draft with the content of `merged`: equivalent fields stay as they were typed ("12." stays "12."),
 * unchanged lines keep their identity, and blank lines keep their positions. Returns the same draft if
 * nothing differs.
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

/** The starting point of the operations that create a document. */
const EMPTY_DOCUMENT = { items: [] };

/** A version of a document from the server, with its draft. */
export interface BaseRevision {
  version: number;
  draft: DocumentDraft;
}

/**
 * Merges the edits of two users with core's own functions: the differences between drafts, and applying them
 * to another.
 */
export class DraftMerger {
  constructor(
    private readonly rules: Pick<Rules, "between" | "apply" | "mergeConflicts" | "merge">,
    private readonly kind: DocumentKind,
    private readonly newId: () => string,
  ) {}

  /** The server's version as an unedited draft. */
  toBaseRevision(stored: StoredDocument): BaseRevision {
    return { version: stored.version, draft: toDocumentDraft(this.kind, stored, this.newId) };
  }

  /** The operations that lead from one draft to the other; from null, those that create the whole. */
  getOperations(before: DocumentDraft | null, after: DocumentDraft): Operation[] {
    if (before === null) return this.rules.between(EMPTY_DOCUMENT, this.toBody(after));
    const [was, is] = dropUnchangedLines(before, after);
    return this.rules.between(this.toBody(was), this.toBody(is));
  }

  isSame(one: DocumentDraft, other: DocumentDraft): boolean {
    return isSameDocument(this.kind, one, other);
  }

  /**
   * A draft after these operations. Operations that can't be applied, for example to a removed line, are
   * skipped.
   */
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
          // Skipped.
        }
      }
    }
    return applyMerged(this.kind, start, body, this.newId);
  }

  /** The fields that `mine` and `theirs` have both changed to different values since `base`. */
  findConflicts(base: DocumentDraft, theirs: DocumentDraft, mine: DocumentDraft): Conflict[] {
    return this.rules.mergeConflicts(this.toBody(base), this.toBody(theirs), this.toBody(mine));
  }

  /** All fields in which the two differ, for when it isn't known which of them changed. */
  findDifferences(theirs: DocumentDraft, mine: DocumentDraft): Conflict[] {
    return this.rules.mergeConflicts(null, this.toBody(theirs), this.toBody(mine));
  }

  /**
   * `theirs` with the changes from `base` to `mine` applied, except in the fields that should stay theirs.
   */
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
 * Two drafts without the lines that are the same object in both, if no line was added, removed or moved:
 * usually only one of a hundred lines is being edited, and the others needn't be passed to the rules after
 * every pause.
 */
function dropUnchangedLines(before: DocumentDraft, after: DocumentDraft): [DocumentDraft, DocumentDraft] {
  const isInPlace = before.items.length === after.items.length;
  // A blank line exists on one side only, once something is typed in it.
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

/**
 * The path by which a conflict refers to what an operation sets; null for operations that can't conflict,
 * such as reordering lines.
 */
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

/** The value that an operation sets; null if it removes a line. */
export function getOperationValue(operation: Operation): unknown {
  return operation.op === "set" || operation.op === "setLine" ? operation.value : null;
}

const LINE_PATH = /^items\[(.*)\](?:\.([^.[\]]+))?$/;

/** The line in a path, and its field if there is one. */
export function parseConflictPath(path: string): { line: string; field: string | null } | null {
  const match = LINE_PATH.exec(path);
  return match ? { line: match[1] ?? "", field: match[2] ?? null } : null;
}

/** The value of a document at a conflict's path; null if the line is gone. */
export function getValueAt(body: { items: Line[] }, path: string): unknown {
  const target = parseConflictPath(path);
  if (!target) return (body as unknown as Record<string, unknown>)[path] ?? null;
  const line = body.items.find(({ id }) => id === target.line);
  if (!line || target.field === null) return line ?? null;
  return (line as unknown as Record<string, unknown>)[target.field] ?? null;
}

/**
 * The last values of ours that the server acknowledged in a series of edits. A stored value is another user's
 * only if it differs.
 */
export class AcknowledgedValues {
  private readonly values: Map<string, unknown>;

  constructor(entries: readonly (readonly [path: string, value: unknown])[] = []) {
    this.values = new Map(entries);
  }

  /** All values, as stored on the device. */
  get entries(): [path: string, value: unknown][] {
    return [...this.values];
  }

  add(operations: readonly Operation[]): void {
    for (const operation of operations) {
      const path = getOperationPath(operation);
      if (path !== null) this.values.set(path, getOperationValue(operation));
    }
  }

  /** Whether the stored value at the path is the one that we set. */
  has(path: string, value: unknown): boolean {
    return this.values.has(path) && isSameValue(this.values.get(path), value);
  }

  clear(): void {
    this.values.clear();
  }
}

/**
 * The conflicts that the user must resolve before their edits can be applied: the fields that both changed
 * since the base, and the server's conflicts (`serverConflicts`) in fields that we also set, unless the
 * stored value is our own.
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
