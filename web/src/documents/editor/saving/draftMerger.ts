import type { Conflict } from "../../../api/generated/Conflict";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { Line } from "../../../api/generated/Line";
import type { Operation } from "../../../api/generated/Operation";
import type { Rules } from "../../../rules/rules";
import type { StoredDocument } from "../../types";
import {
  type DocumentDraft,
  isBlankLine,
  isSameDocument,
  type LineDraft,
  type PartialDocument,
  toDocumentDraft,
  toRequestBody,
} from "../draft/draft";
import { applyMerged } from "./takeIn";

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
