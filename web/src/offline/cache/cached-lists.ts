import { readSetting, writeSetting } from "../device-settings";

/** A list in local storage (docs/product.md, sections 3 and 9). */
interface CachedList {
  data: unknown[];
  /** When the list was read, in Unix milliseconds. */
  timestamp: number;
  version: number;
}

/** The storage keys of these lists, by the API path that returns them. */
export const CACHED_LIST_KEYS: Readonly<Record<string, string>> = {
  "/api/contacts": "cached_contacts",
  "/api/items": "cached_items",
  "/api/business-profiles": "cached_business_profiles",
};

/** The setting with the account that owns the lists, since the records themselves have no field for it. */
const OWNER_KEY = "cached_for";

const CACHE_VERSION = 1;
/** A day in milliseconds. */
export const LIST_LIFETIME = 24 * 60 * 60_000;
/** The longest text that is written, in characters. */
const WRITE_LIMIT = 1024 * 1024;
/** The longest text that is read: a larger one, left by an earlier version of the app, is removed. */
const SIZE_LIMIT = 2 * 1024 * 1024;
/** The share of used storage from which expired lists are removed. */
const STORAGE_WARNING = 0.8;

/** Caches a list in local storage. A list that is too large is cached only in IndexedDB. */
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

/** A cached list that is at most a day old; null if there is none or it can't be read. */
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

/** Removes expired lists if the browser's storage is nearly full. */
export async function clearExpiredLists(now: number = Date.now()): Promise<void> {
  const nothing: StorageEstimate = {};
  const { usage = 0, quota = 0 } = (await navigator.storage?.estimate?.().catch(() => nothing)) ?? nothing;
  if (quota === 0 || usage / quota <= STORAGE_WARNING) return;
  for (const key of Object.values(CACHED_LIST_KEYS)) {
    const cached = parseCachedList(readSetting(key) ?? "null");
    if (!cached || !isFresh(cached, now)) writeSetting(key, null);
  }
}

/** Removes all cached lists. */
export function clearCachedLists(): void {
  for (const key of [...Object.values(CACHED_LIST_KEYS), OWNER_KEY]) writeSetting(key, null);
}

/** A clock that was set back doesn't make a list fresher. */
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
