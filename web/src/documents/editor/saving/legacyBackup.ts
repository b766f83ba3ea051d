import type { DocumentKind } from "../../../api/generated/DocumentKind";
import { UNSENT_PREFIX } from "../../../offline/device-settings";
import { createEmptyDraft, createEmptyLine, type DocumentDraft } from "../draft/draft";

/** A document stored by an earlier version of the app: the whole draft, without its account. */
export interface LegacyBackup {
  draft: DocumentDraft;
  /** The server's version that the draft started from; null if it wasn't created there. */
  version: number | null;
}

const LEGACY_FORMAT = 1;

type BackupStorage = Pick<Storage, "getItem" | "removeItem">;

/** Reads such a backup; null if there is none or it can't be read. */
export function readLegacyBackup(store: BackupStorage, kind: DocumentKind, id: string): LegacyBackup | null {
  try {
    const parsed: unknown = JSON.parse(store.getItem(getStorageKey(kind, id)) ?? "null");
    if (!isLegacyBackup(parsed)) return null;
    // Fields that are newer than the backup get a new draft's defaults.
    const items = parsed.draft.items.map((line) => ({ ...createEmptyLine(line.id), ...line }));
    return { ...parsed, draft: { ...createEmptyDraft("", "", ""), ...parsed.draft, items } };
  } catch {
    return null;
  }
}

/** Removes the backup, once its content is in the log of the user who typed it. */
export function removeLegacyBackup(store: BackupStorage, kind: DocumentKind, id: string): void {
  try {
    store.removeItem(getStorageKey(kind, id));
  } catch {
    // A remaining backup does no harm.
  }
}

/**
 * Whether a backup belongs to this account: the server returns the document to it, or the draft is from one
 * of its businesses. Other users of the device must not see it.
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
