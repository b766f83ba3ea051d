import {
  type CachedEntity,
  type CachedResponse,
  type CachedRow,
  getDeviceDatabase,
} from "../device/database";
import { cacheList } from "./cached-lists";
import { MAX_CACHED_ROWS, putWithinLimit } from "./storage-limits";

/** A row of a list to be cached. */
export type RowToCache = Pick<CachedRow, "id" | "row" | "words">;

/** Caches rows of a list over the earlier ones; `merge` decides what of those remains. */
export async function cacheListRows(
  account: string,
  sort: string,
  rows: readonly RowToCache[],
  merge: (before: RowToCache, now: RowToCache) => RowToCache = (_before, now) => now,
): Promise<void> {
  if (rows.length === 0) return;
  try {
    const tx = (await getDeviceDatabase()).transaction("rows", "readwrite");
    for (const row of rows) {
      const before = await tx.store.get([account, sort, row.id]);
      void tx.store.put({ account, sort, ...(before ? merge(before, row) : row) });
    }
    await tx.done;
  } catch {
    // No space or no storage: the rows will be read from the server again.
  }
}

/** The cached rows of a sort, ordered by id, which is the order of creation. */
export async function loadCachedRows(account: string, sort: string): Promise<CachedRow[]> {
  try {
    const range = IDBKeyRange.bound([account, sort], [account, sort, []]);
    return await (await getDeviceDatabase()).getAll("rows", range, MAX_CACHED_ROWS);
  } catch {
    return [];
  }
}

/** Caches a whole entity. */
export async function cacheEntity(
  account: string,
  sort: string,
  { id, data }: Pick<CachedEntity, "id" | "data">,
  now = Date.now(),
): Promise<void> {
  const bytes = estimateBytes(data);
  await putWithinLimit(account, bytes, async () => {
    await (await getDeviceDatabase()).put("wholes", { account, sort, id, data, at: now, bytes });
  });
}

/** A whole entity, if it is cached. */
export async function loadCachedEntity(
  account: string,
  sort: string,
  id: string,
): Promise<CachedEntity | undefined> {
  try {
    return await (await getDeviceDatabase()).get("wholes", [account, sort, id]);
  } catch {
    return undefined;
  }
}

/** Removes entities that no longer exist from the cache. */
export async function removeCachedEntities(
  account: string,
  sort: string,
  ids: readonly string[],
): Promise<void> {
  try {
    const tx = (await getDeviceDatabase()).transaction(["rows", "wholes"], "readwrite");
    for (const id of ids) {
      void tx.objectStore("rows").delete([account, sort, id]);
      void tx.objectStore("wholes").delete([account, sort, id]);
    }
    await tx.done;
  } catch {
    // They stay cached a little longer.
  }
}

/** Caches a response over the previous one. A device without enough space does without. */
export async function cacheResponse(
  account: string,
  url: string,
  data: unknown,
  now = Date.now(),
): Promise<void> {
  const bytes = estimateBytes(data);
  await putWithinLimit(account, bytes, async () => {
    await (await getDeviceDatabase()).put("answers", { account, url, data, at: now, bytes });
  });
}

/** The cached response for an address. */
export async function loadCachedResponse(account: string, url: string): Promise<CachedResponse | undefined> {
  try {
    return await (await getDeviceDatabase()).get("answers", [account, url]);
  } catch {
    return undefined;
  }
}

/** The approximate size of a value in the store, in bytes. */
export function estimateBytes(data: unknown): number {
  return (JSON.stringify(data) ?? "").length;
}

/** Caches a list that is read as a whole, as it was at this time. */
export async function cacheWholeList(
  account: string,
  path: string,
  data: unknown,
  at?: number,
): Promise<void> {
  cacheList(account, path, data, at);
  await cacheResponse(account, path, data, at);
}
