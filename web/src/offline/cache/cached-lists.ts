import { readSetting, writeSetting } from "../device-settings";

/** A collection as local storage keeps it (docs/product.md, sections 3 and 9). */
interface CachedList {
  data: unknown[];
  /** When it was read, in Unix milliseconds. */
  timestamp: number;
  version: number;
}

/** The collections that are kept so, by the path that answers them. */
export const CACHED_LIST_KEYS: Readonly<Record<string, string>> = {
  "/api/contacts": "cached_contacts",
  "/api/items": "cached_items",
  "/api/business-profiles": "cached_business_profiles",
};

/** Whose they are: the records have no place for it. */
const OWNER_KEY = "cached_for";

const CACHE_VERSION = 1;
/** A day in milliseconds. */
export const LIST_LIFETIME = 24 * 60 * 60_000;
/** The most characters that are written. */
const WRITE_LIMIT = 1024 * 1024;
/** The most that a collection may take at all: one that an earlier app left is let go. */
const SIZE_LIMIT = 2 * 1024 * 1024;
/** The part of the room in use from which what has expired is let go. */
const STORAGE_WARNING = 0.8;

/** Keeps a list. One that is too large is not kept here; the device's own store holds it all the same. */
export function cacheList(account: string, path: string, data: unknown, now: number = Date.now()): void {
  const key = CACHED_LIST_KEYS[path];
  if (!key || !Array.isArray(data)) return;
  void clearExpiredLists();
  if (readSetting(OWNER_KEY) !== account) clearCachedLists();
  const text = JSON.stringify({ data, timestamp: now, version: CACHE_VERSION } satisfies CachedList);
  if (text.length > WRITE_LIMIT) {
    console.warn(`${key}: data too large`);
    writeSetting(key, null);
    return;
  }
  writeSetting(OWNER_KEY, account);
  writeSetting(key, text);
}

/** A list that is not older than a day; null where there is none, or none that can be read. */
export function loadCachedList(
  account: string,
  path: string,
  now: number = Date.now(),
): { data: unknown[]; at: number } | null {
  const key = CACHED_LIST_KEYS[path];
  if (!key || readSetting(OWNER_KEY) !== account) return null;
  const text = readSetting(key);
  const cached = text === null || text.length > SIZE_LIMIT ? null : parseCachedList(text);
  if (cached && isFresh(cached, now)) return { data: cached.data, at: cached.timestamp };
  writeSetting(key, null);
  return null;
}

/** Lets go of what has expired where the browser's room is nearly used up. */
export async function clearExpiredLists(now: number = Date.now()): Promise<void> {
  const nothing: StorageEstimate = {};
  const { usage = 0, quota = 0 } = (await navigator.storage?.estimate?.().catch(() => nothing)) ?? nothing;
  if (quota === 0 || usage / quota <= STORAGE_WARNING) return;
  for (const key of Object.values(CACHED_LIST_KEYS)) {
    const cached = parseCachedList(readSetting(key) ?? "null");
    if (!cached || !isFresh(cached, now)) writeSetting(key, null);
  }
}

/** Forgets all of them. */
export function clearCachedLists(): void {
  for (const key of [...Object.values(CACHED_LIST_KEYS), OWNER_KEY]) writeSetting(key, null);
}

/** A clock that was put back makes nothing younger than it is. */
const isFresh = ({ timestamp }: CachedList, now: number) => Math.abs(now - timestamp) <= LIST_LIFETIME;

function parseCachedList(text: string): CachedList | null {
  try {
    const cached: unknown = JSON.parse(text);
    if (typeof cached !== "object" || cached === null) return null;
    const { data, timestamp, version } = cached as Partial<CachedList>;
    return Array.isArray(data) && typeof timestamp === "number" && version === CACHE_VERSION
      ? { data, timestamp, version }
      : null;
  } catch {
    return null;
  }
}
