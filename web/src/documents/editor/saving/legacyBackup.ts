import type { DocumentKind } from "../../../api/generated/DocumentKind";
import { UNSENT_PREFIX } from "../../../offline/device-settings";
import { createEmptyDraft, createEmptyLine, type DocumentDraft } from "../draft/draft";

/** What an earlier app kept of a document: the whole draft, and not whose it was. */
export interface LegacyBackup {
  draft: DocumentDraft;
  /** The server's version that the draft started from; null: not created there yet. */
  version: number | null;
}

const LEGACY_FORMAT = 1;

type BackupStorage = Pick<Storage, "getItem" | "removeItem">;

/** Reads such a backup; null when there is none, or none that can be read. */
export function readLegacyBackup(store: BackupStorage, kind: DocumentKind, id: string): LegacyBackup | null {
  try {
    const parsed: unknown = JSON.parse(store.getItem(getStorageKey(kind, id)) ?? "null");
    if (!isLegacyBackup(parsed)) return null;
    // It is older than some fields: they say what a new draft's do.
    const items = parsed.draft.items.map((line) => ({ ...createEmptyLine(line.id), ...line }));
    return { ...parsed, draft: { ...createEmptyDraft("", "", ""), ...parsed.draft, items } };
  } catch {
    return null;
  }
}

/** Takes it out, once what it says is in the log of whoever typed it. */
export function removeLegacyBackup(store: BackupStorage, kind: DocumentKind, id: string): void {
  try {
    store.removeItem(getStorageKey(kind, id));
  } catch {
    // Nothing is lost by a backup that stays.
  }
}

/**
 * Whether a backup is this account's: the server has shown the account the document, or the draft is from one of its
 * businesses. Anybody else on the device is shown nothing of it.
 */
export function isOwnBackup(
  backup: LegacyBackup,
  isOnServer: boolean,
  profiles: readonly { id: string }[],
): boolean {
  return isOnServer || profiles.some(({ id }) => id === backup.draft.businessProfileId);
}

function getStorageKey(kind: DocumentKind, id: string): string {
  return `${UNSENT_PREFIX}${kind}:${id}`;
}

function isLegacyBackup(value: unknown): value is LegacyBackup & { format: number } {
  if (typeof value !== "object" || value === null) return false;
  const { format, draft, version } = value as Record<string, unknown>;
  if (format !== LEGACY_FORMAT || (version !== null && typeof version !== "number")) return false;
  return typeof draft === "object" && draft !== null && Array.isArray((draft as DocumentDraft).items);
}
