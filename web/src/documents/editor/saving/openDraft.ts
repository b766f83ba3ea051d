import type { StoredEdit } from "../../../offline/unsent-edits";
import type { StoredDocument } from "../../types";
import { type DocumentDraft, fillDraftLabourUnits } from "../draft/draft";
import { FIRST_VERSION, type SaverStart } from "./autosaver";
import type { DraftMerger } from "./draftMerger";
import type { OutgoingEdit } from "./editComposer";
import type { LegacyBackup } from "./legacyBackup";

/** What this device kept of a document. */
export interface CachedDraft {
  edits: readonly StoredEdit[];
  /** What an earlier app kept, in its own way. */
  backup: LegacyBackup | null;
}

/**
 * Puts what the server has and what this device kept together. `stored` is null for a document that is not on the
 * server, or while the server cannot be reached; `createBlank` is what a new one starts as.
 */
export function openDraft(
  merger: DraftMerger,
  stored: StoredDocument | null,
  { edits, backup }: CachedDraft,
  createBlank: () => DocumentDraft,
): SaverStart {
  if (backup) return openWholeDraft(merger, stored, backup);
  const [first] = edits;
  if (first && (stored === null || first.baseVersion === 0)) {
    const operations = edits.flatMap((edit) => edit.operations);
    const draft = merger.applyOperations(null, operations);
    const wholeDraft = first.varies ? { ...draft, varies: first.varies } : draft;
    return openWholeDraft(merger, stored, { draft: wholeDraft, version: null });
  }
  if (stored === null) return { draft: createBlank(), base: null, typed: false };

  const base = merger.toBaseRevision(stored);
  const start = fillDraftLabourUnits(base.draft);
  if (!first) return { draft: start, base, typed: false };
  const outgoing: OutgoingEdit[] = [];
  let draft = start;
  for (const { baseVersion, operationId, operations } of edits) {
    draft = merger.applyOperations(draft, operations);
    outgoing.push({ edit: { baseVersion, operationId, operations }, resultingDraft: draft });
  }
  // Begun from this very version and never sent, it is one piece of typing again. What went out may have been stored,
  // and others may have been there; without signal what is held may be older than what it was typed upon: each goes
  // out as it was, under its name.
  const repeatsEdits = edits.some((edit) => edit.isSent || edit.baseVersion !== stored.version);
  const acknowledged = edits.flatMap((edit) => edit.own ?? []);
  return { draft, base, typed: true, outgoing: repeatsEdits ? outgoing : [], acknowledged };
}

/** Goes on with a draft that was kept whole. */
function openWholeDraft(
  merger: DraftMerger,
  stored: StoredDocument | null,
  backup: LegacyBackup,
): SaverStart {
  // A backup that is older than prices that include VAT says nothing of them: what the server has stays.
  const { pricesIncludeVat = stored?.pricesIncludeVat ?? false } = backup.draft as Partial<DocumentDraft>;
  const draft = { ...backup.draft, pricesIncludeVat };
  if (stored === null) return { draft, base: null, typed: true };
  const base = merger.toBaseRevision(stored);
  if (merger.isSame(draft, base.draft)) return { draft, base, typed: false };
  // A create that went through with its answer lost: the rest was typed after it, by the same hand.
  const isOwnCreate = backup.version === null && stored.version === FIRST_VERSION;
  if (isOwnCreate || backup.version === stored.version) return { draft, base, typed: true };
  const conflicts = merger.findDifferences(base.draft, draft);
  return { draft, base, typed: true, conflict: { stored, conflicts } };
}
