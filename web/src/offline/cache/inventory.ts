import { buildAccountRange, getDeviceDatabase } from "../device/database";
import { countCachedBytes } from "./storage-limits";

/** What this device holds of an account's. */
export interface CacheInventory {
  /** Documents and the like that are held whole, by sort: "quote". */
  entities: Record<string, number>;
  /** Rows of lists, by sort. */
  rows: Record<string, number>;
  /** What was read besides: lists, figures, pages. */
  responses: number;
  /** What all of it takes, about. */
  bytes: number;
}

/** Counts what is held. Rejects where the browser keeps nothing. */
export async function countCached(account: string): Promise<CacheInventory> {
  const db = await getDeviceDatabase();
  const countBySort = async (store: "rows" | "wholes") => {
    const counts: Record<string, number> = {};
    for (const [, sort] of await db.getAllKeys(store, buildAccountRange(account) as never)) {
      counts[sort] = (counts[sort] ?? 0) + 1;
    }
    return counts;
  };
  const [entities, rows, responses, bytes] = await Promise.all([
    countBySort("wholes"),
    countBySort("rows"),
    db.count("answers", buildAccountRange(account) as never),
    countCachedBytes(account),
  ]);
  return { entities, rows, responses, bytes };
}

/** Whether the browser has promised not to clear this site's storage by itself. */
export async function isStoragePersisted(): Promise<boolean> {
  return (await navigator.storage?.persisted?.().catch(() => false)) ?? false;
}

/** Asks the browser for that promise; some ask the person, most decide by how much the site is used. */
export async function requestPersistentStorage(): Promise<boolean> {
  return (await navigator.storage?.persist?.().catch(() => false)) ?? false;
}
