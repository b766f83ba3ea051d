import {
  type CachedEntity,
  type CachedResponse,
  type CachedRow,
  getDeviceDatabase,
} from "../device/database";
import { cacheList } from "./cached-lists";
import { MAX_CACHED_ROWS, putWithinLimit } from "./storage-limits";

/** A row of a list, as it is held. */
export type RowToCache = Pick<CachedRow, "id" | "row" | "words">;

/** Holds rows of a list over those before; `merge` says what of those stays. */
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
    // No room, or no store: they are read again from the server.
  }
}

/** The rows held of a sort, in the order of their ids: the order in which they were made. */
export async function loadCachedRows(account: string, sort: string): Promise<CachedRow[]> {
  try {
    const range = IDBKeyRange.bound([account, sort], [account, sort, []]);
    return await (await getDeviceDatabase()).getAll("rows", range, MAX_CACHED_ROWS);
  } catch {
    return [];
  }
}

/** Holds the whole of a thing. */
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

/** The whole of a thing, where it is held. */
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

/** Lets go of things that are there no more. */
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
    // Held a little longer.
  }
}

/** Holds an answer over the one before. A device without room for it goes without. */
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

/** The answer held for an address. */
export async function loadCachedResponse(account: string, url: string): Promise<CachedResponse | undefined> {
  try {
    return await (await getDeviceDatabase()).get("answers", [account, url]);
  } catch {
    return undefined;
  }
}

/** What a value takes in the store, about, in bytes. */
export function estimateBytes(data: unknown): number {
  return (JSON.stringify(data) ?? "").length;
}

/** Holds a list that is read as a whole, as it was at this time. */
export async function cacheWholeList(
  account: string,
  path: string,
  data: unknown,
  at?: number,
): Promise<void> {
  cacheList(account, path, data, at);
  await cacheResponse(account, path, data, at);
}
