import type { Operation } from "../../../api/generated/Operation";
import type { DocumentEdit, StoredEdit } from "../../../offline/unsent-edits";
import type { DocumentDraft } from "../draft/draft";
import type { BaseRevision, DraftMerger } from "./draftMerger";

/** The most operations in one request: core's `edit::MOST_OPERATIONS`. */
const MAX_OPERATIONS = 1_000;

/** An edit being sent and the resulting draft; without an edit, the whole document is created. */
export interface OutgoingEdit {
  edit: DocumentEdit | null;
  resultingDraft: DocumentDraft;
}

/** Composes edits from what was typed, each with an id that stays the same until it is sent. */
export class EditComposer {
  private operationIds: string[] = [];
  private lastComposed: { from: DocumentDraft | null; to: DocumentDraft; edits: StoredEdit[] } | null = null;

  constructor(
    private readonly merger: DraftMerger,
    private readonly newId: () => string,
  ) {}

  /** The edits to send next; empty if nothing has changed. */
  composeNextEdit(base: BaseRevision | null, draft: DocumentDraft): OutgoingEdit[] {
    if (base === null) return [{ edit: null, resultingDraft: draft }];
    const [edit, ...rest] = this.composeEdits(base.version, base.draft, draft);
    if (!edit) return [];
    this.operationIds = [];
    this.lastComposed = null;
    // If there are several, the next is composed once this one is acknowledged.
    const resultingDraft =
      rest.length === 0 ? draft : this.merger.applyOperations(base.draft, edit.operations);
    return [{ edit, resultingDraft }];
  }

  /** All unacknowledged edits, in order. */
  composePendingEdits(
    base: BaseRevision | null,
    outgoing: readonly OutgoingEdit[],
    draft: DocumentDraft,
  ): StoredEdit[] {
    const version = base?.version ?? 0;
    if (base === null) return this.composeEdits(version, null, draft);
    const underWay = outgoing.flatMap(({ edit }) => (edit ? { ...edit, isSent: true } : []));
    const from = outgoing.at(-1)?.resultingDraft ?? base.draft;
    return [...underWay, ...this.composeEdits(version, from, draft)];
  }

  /**
   * Joins several edits that the server hasn't received, so that its conflicts concern all of them. null if
   * they are too many for one request.
   */
  joinEdits(outgoing: readonly OutgoingEdit[]): OutgoingEdit | null {
    const edits = outgoing.flatMap(({ edit }) => edit ?? []);
    const [first] = edits;
    const operations = edits.flatMap((edit) => edit.operations);
    const resultingDraft = outgoing.at(-1)?.resultingDraft;
    if (!first || !resultingDraft || operations.length > MAX_OPERATIONS) return null;
    return {
      edit: { baseVersion: first.baseVersion, operationId: this.newId(), operations },
      resultingDraft,
    };
  }

  /** Another edit already has one of these ids. */
  forgetOperationIds(): void {
    this.operationIds = [];
    this.lastComposed = null;
  }

  private composeEdits(baseVersion: number, from: DocumentDraft | null, to: DocumentDraft): StoredEdit[] {
    if (this.lastComposed?.from !== from || this.lastComposed.to !== to) {
      const parts = splitOperations(from === to ? [] : this.merger.getOperations(from, to));
      while (this.operationIds.length < parts.length) this.operationIds.push(this.newId());
      const edits = parts.map((operations, at): StoredEdit => {
        const edit = { baseVersion, operationId: this.operationIds[at] ?? this.newId(), operations };
        return from === null && to.varies ? { ...edit, varies: to.varies } : edit;
      });
      this.lastComposed = { from, to, edits };
    }
    return this.lastComposed.edits.map((edit) => ({ ...edit, baseVersion }));
  }
}

function splitOperations(operations: Operation[]): Operation[][] {
  const parts: Operation[][] = [];
  for (let at = 0; at < operations.length; at += MAX_OPERATIONS) {
    parts.push(operations.slice(at, at + MAX_OPERATIONS));
  }
  return parts;
}
