import type { StoredEdit } from "../../../offline/unsent-edits";
import type { StoredDocument } from "../../types";
import { type DocumentDraft, fillDraftLabourUnits } from "../draft/draft";
import { FIRST_VERSION, type SaverStart } from "./autosaver";
import type { DraftMerger } from "./draftMerger";
import type { OutgoingEdit } from "./editComposer";
import type { LegacyBackup } from "./legacyBackup";

/** What this device has stored of a document. */
export interface CachedDraft {
  edits: readonly StoredEdit[];
  /** A draft in an earlier version's format. */
  backup: LegacyBackup | null;
}

/**
 * Combines the server's version with the edits on this device. `stored` is null for a document that isn't on
 * the server, or while the server can't be reached; `createBlank` creates the initial draft of a new one.
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
  // Edits of this version that were never sent are combined into one. All others are sent unchanged with
  // their ids: they may already be stored, and offline, the cached version may be older than the one they are
  // based on.
  const mustResend = edits.some((edit) => edit.isSent || edit.baseVersion !== stored.version);
  const acknowledged = edits.flatMap((edit) => edit.own ?? []);
  return { draft, base, typed: true, outgoing: mustResend ? outgoing : [], acknowledged };
}

/** Continues with a draft that was stored whole. */
function openWholeDraft(
  merger: DraftMerger,
  stored: StoredDocument | null,
  backup: LegacyBackup,
): SaverStart {
  // A backup older than prices with VAT lacks the field: the server's value stays.
  const { pricesIncludeVat = stored?.pricesIncludeVat ?? false } = backup.draft as Partial<DocumentDraft>;
  const draft = { ...backup.draft, pricesIncludeVat };
  if (stored === null) return { draft, base: null, typed: true };
  const base = merger.toBaseRevision(stored);
  if (merger.isSame(draft, base.draft)) return { draft, base, typed: false };
  // A create that succeeded although its response was lost: the rest was typed afterwards by the same user.
  const isOwnCreate = backup.version === null && stored.version === FIRST_VERSION;
  if (isOwnCreate || backup.version === stored.version) return { draft, base, typed: true };
  const conflicts = merger.findDifferences(base.draft, draft);
  return { draft, base, typed: true, conflict: { stored, conflicts } };
}
