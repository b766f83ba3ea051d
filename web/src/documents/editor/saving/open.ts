import type { KeptEdit } from "../../../offline/unsent";
import type { StoredDocument } from "../../types";
import { type Draft, withUnits } from "../draft/draft";
import { FIRST_VERSION, type Start } from "./autosave";
import type { Sending } from "./compose";
import type { Backup } from "./legacy";
import type { Merging } from "./merging";

/** What this device kept of a document. */
export interface Kept {
  edits: readonly KeptEdit[];
  /** What an earlier app kept, in its own way. */
  backup: Backup | null;
}

/**
 * Puts what the server has and what this device kept together. `stored` is null for a document that is not on the
 * server, or while the server cannot be reached; `blank` is what a new one starts as.
 */
export function openDraft(
  merging: Merging,
  stored: StoredDocument | null,
  { edits, backup }: Kept,
  blank: () => Draft,
): Start {
  if (backup) return fromWhole(merging, stored, backup);
  const [first] = edits;
  if (first && (stored === null || first.baseVersion === 0)) {
    const operations = edits.flatMap((edit) => edit.operations);
    const draft = merging.after(null, operations);
    const whole = first.varies ? { ...draft, varies: first.varies } : draft;
    return fromWhole(merging, stored, { draft: whole, version: null });
  }
  if (stored === null) return { draft: blank(), standing: null, typed: false };

  const standing = merging.standing(stored);
  const start = withUnits(standing.draft);
  if (!first) return { draft: start, standing, typed: false };
  const sending: Sending[] = [];
  let draft = start;
  for (const { baseVersion, operationId, operations } of edits) {
    draft = merging.after(draft, operations);
    sending.push({ edit: { baseVersion, operationId, operations }, reach: draft });
  }
  // Begun from this very version and never sent, it is one piece of typing again. What went out may have been stored,
  // and others may have been there; without signal what is held may be older than what it was typed upon: each goes
  // out as it was, under its name.
  const asItWas = edits.some((edit) => edit.isSent || edit.baseVersion !== stored.version);
  const own = edits.flatMap((edit) => edit.own ?? []);
  return { draft, standing, typed: true, sending: asItWas ? sending : [], own };
}

/** Goes on with a draft that was kept whole. */
function fromWhole(merging: Merging, stored: StoredDocument | null, backup: Backup): Start {
  // A backup that is older than prices that include VAT says nothing of them: what the server has stays.
  const { pricesIncludeVat = stored?.pricesIncludeVat ?? false } = backup.draft as Partial<Draft>;
  const draft = { ...backup.draft, pricesIncludeVat };
  if (stored === null) return { draft, standing: null, typed: true };
  const standing = merging.standing(stored);
  if (merging.same(draft, standing.draft)) return { draft, standing, typed: false };
  // A create that went through with its answer lost: the rest was typed after it, by the same hand.
  const ownCreate = backup.version === null && stored.version === FIRST_VERSION;
  if (ownCreate || backup.version === stored.version) return { draft, standing, typed: true };
  const conflicts = merging.differences(standing.draft, draft);
  return { draft, standing, typed: true, question: { stored, conflicts } };
}
