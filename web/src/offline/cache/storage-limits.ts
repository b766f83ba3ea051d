import { buildAccountRange, getDeviceDatabase } from "../device/database";
import { CACHED_LIST_KEYS } from "./cached-lists";

/**
 * The most that is held of an account's documents, answers and rows of lists, in bytes. What waits to be sent is no
 * part of it.
 */
export const MAX_CACHED_BYTES = 48 * 1024 * 1024;
/** The most rows of lists. */
export const MAX_CACHED_ROWS = 20_000;
/** What a row takes, about, with the words that it is found by, and what is noted beside the whole of it. */
const ROW_BYTES = 1024;
/** What is let go where the browser itself has no more room: down to this part of what was held. */
const QUOTA_EVICTION_SHARE = 0.5;
/** How many bytes come in before the room is looked at again. */
const CHECK_AFTER_BYTES = 2 * 1024 * 1024;

const EVICTABLE_STORES = ["answers", "wholes"] as const;

const bytesWritten = new Map<string, number>();

/** Puts something in, within the account's room; where the browser has none, older things go first. */
export async function putWithinLimit(
  account: string,
  bytes: number,
  put: () => Promise<void>,
): Promise<void> {
  try {
    await put();
  } catch (error) {
    if (!isQuotaError(error)) return;
    try {
      await evictOldest(account, QUOTA_EVICTION_SHARE * (await countCachedBytes(account)));
      await put();
    } catch {
      // It is read again from the server when it is wanted.
      return;
    }
  }
  // A whole brings its row.
  const since = (bytesWritten.get(account) ?? CHECK_AFTER_BYTES) + bytes + ROW_BYTES;
  bytesWritten.set(account, since);
  if (since < CHECK_AFTER_BYTES) return;
  bytesWritten.set(account, 0);
  // Until the next look as much comes in again, and in another window too.
  await evictOldest(account, MAX_CACHED_BYTES - 2 * CHECK_AFTER_BYTES).catch(() => {});
}

/** How many bytes are held of an account's. */
export async function countCachedBytes(account: string): Promise<number> {
  return sumBytes(await listByAge(account)) + (await countRowBytes(account));
}

const sumBytes = (entries: readonly SizedEntry[]) => entries.reduce((sum, { bytes }) => sum + bytes, 0);

async function countRowBytes(account: string): Promise<number> {
  return ROW_BYTES * (await (await getDeviceDatabase()).count("rows", buildAccountRange(account) as never));
}

/** Lets go of the oldest until no more than `most` bytes are held; rows of lists stay. */
export async function evictOldest(account: string, most: number): Promise<void> {
  const entries = await listByAge(account);
  let sum = sumBytes(entries) + (await countRowBytes(account));
  if (sum <= most) return;
  const tx = (await getDeviceDatabase()).transaction(EVICTABLE_STORES, "readwrite");
  for (const { store, key, bytes } of entries) {
    if (sum <= most) break;
    void tx.objectStore(store).delete(key as never);
    sum -= bytes;
  }
  await tx.done;
}

interface SizedEntry {
  store: (typeof EVICTABLE_STORES)[number];
  key: IDBValidKey;
  at: number;
  bytes: number;
}

/**
 * What is held, the oldest first, by the index alone: no value is read. What every document names comes last: nothing
 * is written without signal where that is gone.
 */
async function listByAge(account: string): Promise<SizedEntry[]> {
  const db = await getDeviceDatabase();
  const sized: SizedEntry[] = [];
  for (const store of EVICTABLE_STORES) {
    let cursor = await db.transaction(store).store.index("age").openKeyCursor(buildAccountRange(account));
    while (cursor) {
      const [, at, bytes] = cursor.key;
      sized.push({ store, key: cursor.primaryKey, at, bytes });
      cursor = await cursor.continue();
    }
  }
  return sized.sort(
    (one, other) => Number(isReferenceList(one)) - Number(isReferenceList(other)) || one.at - other.at,
  );
}

/** Contacts, items and business profiles: an answer's key is its account and its address. */
function isReferenceList({ store, key }: SizedEntry): boolean {
  const [, url] = key as [string, string];
  return store === "answers" && url in CACHED_LIST_KEYS;
}

/** Whether the browser has no more room. */
export function isQuotaError(error: unknown): boolean {
  return error instanceof DOMException && (error.name === "QuotaExceededError" || error.code === 22);
}

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
