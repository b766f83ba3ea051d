import { ApiError, NetworkError } from "../../api/errors";
import { isUnreachedError, reportReachability } from "../../api/reachability";
import { type ReadRequest, type ReadTransport, readOverNetwork, type WriteRequest } from "../../api/requests";
import { connection } from "../connection";
import { getCurrentAccount } from "../current-account";
import { cacheResponse, cacheWholeList, loadCachedResponse } from "./cache-store";
import { CACHED_LIST_KEYS, loadCachedList } from "./cached-lists";

/** A cached result and the time it was read. */
export interface CachedResult {
  data: unknown;
  /** Unix milliseconds. */
  at: number;
}

/** How the responses of a path are cached, for paths whose responses aren't cached unchanged. */
export interface PathCache {
  save(account: string, read: ReadRequest, data: unknown): Promise<void>;
  find(account: string, read: ReadRequest): Promise<CachedResult | undefined>;
}

/**
 * Applies the waiting changes of this device to a response, whether it is new or cached. If there is no
 * response, it receives `undefined`, and returns that if nothing is waiting.
 */
export type ResponseOverlay = (
  account: string,
  read: ReadRequest,
  data: unknown,
) => Promise<unknown> | unknown;

const pathCaches = new Map<string, PathCache>();
const overlays = new Map<string, ResponseOverlay>();

/** Registers a path's own cache. */
export function registerPathCache(path: string, shelf: PathCache): void {
  pathCaches.set(path, shelf);
}

/** Registers how a path's responses display waiting changes. */
export function registerOverlay(path: string, view: ResponseOverlay): void {
  overlays.set(path, view);
}

/** Never cached: who is signed in, data that is only valid at the moment, and anything that isn't JSON. */
const UNCACHED_PATHS = [
  /^\/api\/auth\//,
  /^\/api\/system\//,
  /^\/api\/account/,
  /^\/api\/admin\//,
  /\/export/,
  /\/import/,
  /^\/api\/held\//,
  /^\/api\/push/,
  /\/batches/,
];

const isCacheable = (path: string) => !UNCACHED_PATHS.some((one) => one.test(path));

/** How long to wait for the network if a cached response exists, in milliseconds. */
const NETWORK_PATIENCE = 6_000;

/**
 * Reads with a fallback to the cache. Network responses are cached; if the network doesn't respond, the
 * cached response is used and its age is reported to the connection.
 */
export const readWithCache: ReadTransport = async (read) => {
  const account = getCurrentAccount();
  if (account === null || !isCacheable(read.path)) return readOverNetwork(read);
  const view = overlays.get(read.path);
  let data: unknown;
  try {
    data = await readFromNetwork(account, read);
    if (getCurrentAccount() === account) void saveToCache(account, read, data);
  } catch (error) {
    if (read.signal?.aborted || getCurrentAccount() !== account) throw error;
    const found = canUseCache(read, error) ? await findCached(account, read) : undefined;
    if (found) connection.reportShownAt(found.at);
    else if (!isUnreachedError(error) && !isNotFound(error)) throw error;
    // What was created on this device and is waiting must be displayed, whatever the server returned.
    const empty = read.path in CACHED_LIST_KEYS ? [] : undefined;
    const combined = (await view?.(account, read, found?.data)) ?? found?.data ?? empty;
    if (combined === undefined) throw error;
    return combined;
  }
  return (await view?.(account, read, data)) ?? data;
};

/** A cached collection is used after any failure except the end of a session (docs/product.md, section 7). */
function canUseCache({ path }: ReadRequest, error: unknown): boolean {
  if (isUnreachedError(error)) return true;
  return path in CACHED_LIST_KEYS && !isUnauthorised(error);
}

const isUnauthorised = (error: unknown) => error instanceof ApiError && error.status === 401;
const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

/**
 * Reads from the network. If something is cached, it doesn't try while the server is known to be unreachable,
 * and waits only a limited time otherwise.
 */
async function readFromNetwork(account: string, read: ReadRequest): Promise<unknown> {
  if (connection.isDown() && (await findCached(account, read)))
    throw new NetworkError(navigator.onLine === false);
  const late = new AbortController();
  const timer = setTimeout(
    () => void findCached(account, read).then((found) => found && late.abort()),
    NETWORK_PATIENCE,
  );
  const signal = read.signal ? AbortSignal.any([read.signal, late.signal]) : late.signal;
  try {
    return await readOverNetwork({ ...read, signal });
  } catch (error) {
    if (!late.signal.aborted || read.signal?.aborted) throw error;
    reportReachability(false);
    throw new NetworkError(false);
  } finally {
    clearTimeout(timer);
  }
}

async function saveToCache(account: string, read: ReadRequest, data: unknown): Promise<void> {
  const shelf = pathCaches.get(read.path);
  if (shelf) await shelf.save(account, read, data);
  else if (read.path in CACHED_LIST_KEYS) await cacheWholeList(account, read.path, data);
  else await cacheResponse(account, read.url, data);
}

async function findCached(account: string, read: ReadRequest): Promise<CachedResult | undefined> {
  const shelf = pathCaches.get(read.path);
  if (shelf) return shelf.find(account, read);
  const cached = loadCachedList(account, read.path);
  return cached ?? loadCachedResponse(account, read.url);
}

/** Caches the response of a write for the reads that would return the same. */
export type ResponseCacher = (
  account: string,
  write: Pick<WriteRequest, "method" | "path" | "params">,
  answer: unknown,
) => Promise<void>;

const responseCachers: { path: RegExp; cache: ResponseCacher }[] = [];

/** Registers a cacher for the responses of writes to matching paths. */
export function registerResponseCacher(path: RegExp, cache: ResponseCacher): void {
  responseCachers.push({ path, cache });
}

/**
 * Caches what was just written. Otherwise a device that goes offline before the next read would display the
 * old value, and changes based on it would look like conflicts with another user.
 */
export async function cacheWriteResponse(
  account: string,
  write: Pick<WriteRequest, "method" | "path" | "params">,
  answer: unknown,
): Promise<void> {
  for (const { path, cache } of responseCachers)
    if (path.test(write.path)) await cache(account, write, answer);
}
