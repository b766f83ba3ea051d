import type { Kind } from "../../api/generated/Kind";
import type { StoredDocument } from "../types";
import type { Backup } from "./backup";
import { type Draft, fromWire, sameDocument } from "./draft";

/** What the editor starts from. */
export type Opening =
  | { kind: "clean"; draft: Draft; version: number | null }
  /** Typed here before and never acknowledged: shown again and saved at once. */
  | { kind: "unsaved"; draft: Draft; version: number | null }
  /** Typed here against a version that someone has since changed. */
  | { kind: "conflict"; draft: Draft; version: number; stored: StoredDocument };

/** A document's first version on the server. */
const FIRST = 1;

/**
 * Puts what the server has and what this device kept together. `stored` is null for a document that
 * is not on the server, or while the server cannot be reached; `blank` is what a new one starts as.
 */
export function openDraft(
  kind: Kind,
  stored: StoredDocument | null,
  backup: Backup | null,
  blank: () => Draft,
  newId: () => string,
): Opening {
  if (stored === null) {
    return backup
      ? { kind: "unsaved", draft: backup.draft, version: backup.version }
      : { kind: "clean", draft: blank(), version: null };
  }
  const draft = fromWire(kind, stored, newId);
  if (backup === null || sameDocument(kind, backup.draft, draft)) {
    return { kind: "clean", draft, version: stored.version };
  }
  // The create went through with its answer lost: the rest was typed after it, by the same hand.
  const ownCreate = backup.version === null && stored.version === FIRST;
  if (ownCreate || backup.version === stored.version) {
    return { kind: "unsaved", draft: backup.draft, version: stored.version };
  }
  return { kind: "conflict", draft: backup.draft, version: stored.version, stored };
}
