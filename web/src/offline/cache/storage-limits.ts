import { buildAccountRange, getDeviceDatabase } from "../device/database";
import { CACHED_LIST_KEYS } from "./cached-lists";

/**
 * The most bytes of an account's documents, responses and list rows to cache. Waiting changes don't count.
 */
export const MAX_CACHED_BYTES = 48 * 1024 * 1024;
/** The most list rows to cache. */
export const MAX_CACHED_ROWS = 20_000;
/** The approximate size of a row, with its search words and the entry for its whole entity. */
const ROW_BYTES = 1024;
/** If the browser itself has no space left, the cache is reduced to this share of its size. */
const QUOTA_EVICTION_SHARE = 0.5;
/** How many bytes are written before the size is checked again. */
const CHECK_AFTER_BYTES = 2 * 1024 * 1024;

const EVICTABLE_STORES = ["answers", "wholes"] as const;

const bytesWritten = new Map<string, number>();

/**
 * Writes to the cache within the account's limit; if the browser has no space left, the oldest entries are
 * removed first.
 */
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
      // It will be read from the server again when needed.
      return;
    }
  }
  // An entity also writes its row.
  const since = (bytesWritten.get(account) ?? CHECK_AFTER_BYTES) + bytes + ROW_BYTES;
  bytesWritten.set(account, since);
  if (since < CHECK_AFTER_BYTES) return;
  bytesWritten.set(account, 0);
  // As many bytes may be written until the next check, and again by another window.
  await evictOldest(account, MAX_CACHED_BYTES - 2 * CHECK_AFTER_BYTES).catch(() => {});
}

/** How many bytes are cached for an account. */
export async function countCachedBytes(account: string): Promise<number> {
  return sumBytes(await listByAge(account)) + (await countRowBytes(account));
}

const sumBytes = (entries: readonly SizedEntry[]) => entries.reduce((sum, { bytes }) => sum + bytes, 0);

async function countRowBytes(account: string): Promise<number> {
  return ROW_BYTES * (await (await getDeviceDatabase()).count("rows", buildAccountRange(account) as never));
}

/** Removes the oldest entries until at most `most` bytes are cached; list rows stay. */
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
 * The cached entries, oldest first, from the index alone without reading any value. Contacts, items and
 * business profiles come last, because without them nothing can be written offline.
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

/** Contacts, items and business profiles. A response's key consists of its account and its address. */
function isReferenceList({ store, key }: SizedEntry): boolean {
  const [, url] = key as [string, string];
  return store === "answers" && url in CACHED_LIST_KEYS;
}

/** Whether an error means that the browser has no storage space left. */
export function isQuotaError(error: unknown): boolean {
  return error instanceof DOMException && (error.name === "QuotaExceededError" || error.code === 22);
}

/** What this device has cached for an account. */
export interface CacheInventory {
  /** The number of whole entities, by sort: "quote". */
  entities: Record<string, number>;
  /** The number of list rows, by sort. */
  rows: Record<string, number>;
  /** The number of other responses: lists, sums, pages. */
  responses: number;
  /** The approximate size of everything. */
  bytes: number;
}

/** Counts what is cached. Rejects if the browser doesn't allow storage. */
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

/** Whether the browser has promised not to clear this site's storage on its own. */
export async function isStoragePersisted(): Promise<boolean> {
  return (await navigator.storage?.persisted?.().catch(() => false)) ?? false;
}

/** Requests that promise. Some browsers ask the user; most decide by how often the site is used. */
export async function requestPersistentStorage(): Promise<boolean> {
  return (await navigator.storage?.persist?.().catch(() => false)) ?? false;
}
