import type { Kind } from "../../api/generated/Kind";
import { UNSENT_PREFIX } from "../../offline/storage";
import type { Draft } from "./draft";

/** What was typed and not yet acknowledged, kept on this device. */
export interface Backup {
  draft: Draft;
  /** The server's version that the draft started from; null: not created there yet. */
  version: number | null;
  /** Unix milliseconds. */
  savedAt: number;
}

const FORMAT = 1;
const PREFIX = UNSENT_PREFIX;

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Keeps one backup a document. Storage may be full or forbidden: then `write` says false. */
export class Backups {
  constructor(
    private readonly store: Store,
    private readonly now: () => number = Date.now,
  ) {}

  read(kind: Kind, id: string): Backup | null {
    try {
      const text = this.store.getItem(key(kind, id));
      if (text === null) return null;
      const kept: unknown = JSON.parse(text);
      return isBackup(kept) ? kept : null;
    } catch {
      return null;
    }
  }

  write(kind: Kind, id: string, draft: Draft, version: number | null): boolean {
    try {
      const kept = { format: FORMAT, draft, version, savedAt: this.now() };
      this.store.setItem(key(kind, id), JSON.stringify(kept));
      return true;
    } catch {
      return false;
    }
  }

  drop(kind: Kind, id: string): void {
    try {
      this.store.removeItem(key(kind, id));
    } catch {
      // Nothing is lost by a backup that stays.
    }
  }
}

function key(kind: Kind, id: string): string {
  return `${PREFIX}${kind}:${id}`;
}

function isBackup(kept: unknown): kept is Backup & { format: number } {
  if (typeof kept !== "object" || kept === null) return false;
  const { format, draft, version } = kept as Record<string, unknown>;
  if (format !== FORMAT || (version !== null && typeof version !== "number")) return false;
  return typeof draft === "object" && draft !== null && Array.isArray((draft as Draft).items);
}
