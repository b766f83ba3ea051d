import type { DocumentKind } from "../../../api/generated/DocumentKind";
import { UNSENT_PREFIX } from "../../../offline/storage";
import { type Draft, emptyDraft, emptyLine } from "../draft/draft";

/** What an earlier app kept of a document: the whole draft, and not whose it was. */
export interface Backup {
  draft: Draft;
  /** The server's version that the draft started from; null: not created there yet. */
  version: number | null;
}

const FORMAT = 1;

type Store = Pick<Storage, "getItem" | "removeItem">;

/** Reads such a backup; null when there is none, or none that can be read. */
export function readBackup(store: Store, kind: DocumentKind, id: string): Backup | null {
  try {
    const kept: unknown = JSON.parse(store.getItem(key(kind, id)) ?? "null");
    if (!isBackup(kept)) return null;
    // It is older than some fields: they say what a new draft's do.
    const items = kept.draft.items.map((line) => ({ ...emptyLine(line.id), ...line }));
    return { ...kept, draft: { ...emptyDraft("", "", ""), ...kept.draft, items } };
  } catch {
    return null;
  }
}

/** Takes it out, once what it says is in the log of whoever typed it. */
export function dropBackup(store: Store, kind: DocumentKind, id: string): void {
  try {
    store.removeItem(key(kind, id));
  } catch {
    // Nothing is lost by a backup that stays.
  }
}

/**
 * Whether a backup is this account's: the server has shown the account the document, or the draft is from one of its
 * businesses. Anybody else on the device is shown nothing of it.
 */
export function isOwn(backup: Backup, isShown: boolean, profiles: readonly { id: string }[]): boolean {
  return isShown || profiles.some(({ id }) => id === backup.draft.businessProfileId);
}

function key(kind: DocumentKind, id: string): string {
  return `${UNSENT_PREFIX}${kind}:${id}`;
}

function isBackup(kept: unknown): kept is Backup & { format: number } {
  if (typeof kept !== "object" || kept === null) return false;
  const { format, draft, version } = kept as Record<string, unknown>;
  if (format !== FORMAT || (version !== null && typeof version !== "number")) return false;
  return typeof draft === "object" && draft !== null && Array.isArray((draft as Draft).items);
}
