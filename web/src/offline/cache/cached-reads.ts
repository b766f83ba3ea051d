import { ApiError, NetworkError } from "../../api/errors";
import { isUnreachedError, reportReachability } from "../../api/reachability";
import { type ReadRequest, type ReadTransport, readOverNetwork, type WriteRequest } from "../../api/requests";
import { connection } from "../connection";
import { getCurrentAccount } from "../current-account";
import { cacheResponse, cacheWholeList, loadCachedResponse } from "./cache-store";
import { CACHED_LIST_KEYS, loadCachedList } from "./cached-lists";

/** What is held for a read, and since when. */
export interface CachedResult {
  data: unknown;
  /** Unix milliseconds. */
  at: number;
}

/** How a path is answered from what this device holds, where its answers are not kept as they are. */
export interface PathCache {
  save(account: string, read: ReadRequest, data: unknown): Promise<void>;
  find(account: string, read: ReadRequest): Promise<CachedResult | undefined>;
}

/**
 * Adds what waits on this device to an answer, whether it came just now or was held; `undefined` is given where there
 * is none, and answered where nothing waits.
 */
export type ResponseOverlay = (
  account: string,
  read: ReadRequest,
  data: unknown,
) => Promise<unknown> | unknown;

const pathCaches = new Map<string, PathCache>();
const overlays = new Map<string, ResponseOverlay>();

/** Gives a path a shelf of its own. */
export function registerPathCache(path: string, shelf: PathCache): void {
  pathCaches.set(path, shelf);
}

/** Has what waits shown in a path's answers. */
export function registerOverlay(path: string, view: ResponseOverlay): void {
  overlays.set(path, view);
}

/** Never held: who is signed in, what only makes sense now, what is no JSON. */
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

/** An answer of the network's is waited for so long where another is held, in milliseconds. */
const NETWORK_PATIENCE = 6_000;

/**
 * Reads that fall back to what this device holds. What the network answers is held for later; where it does not
 * answer, what is held stands in for it, with its age told to the connection.
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
    // What was made here and waits is there, whatever the server knows of it.
    const empty = read.path in CACHED_LIST_KEYS ? [] : undefined;
    const combined = (await view?.(account, read, found?.data)) ?? found?.data ?? empty;
    if (combined === undefined) throw error;
    return combined;
  }
  return (await view?.(account, read, data)) ?? data;
};

/** A cached collection stands in for any failure but the end of a session (docs/product.md, section 7). */
function canUseCache({ path }: ReadRequest, error: unknown): boolean {
  if (isUnreachedError(error)) return true;
  return path in CACHED_LIST_KEYS && !isUnauthorised(error);
}

const isUnauthorised = (error: unknown) => error instanceof ApiError && error.status === 401;
const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

/**
 * Asks the network: not at all while the server is known not to be reached and something is held, and no longer than
 * is worth while where something is.
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

/** Holds what a write was answered with, for the reads that would say the same. */
export type ResponseCacher = (
  account: string,
  write: Pick<WriteRequest, "method" | "path" | "params">,
  answer: unknown,
) => Promise<void>;

const responseCachers: { path: RegExp; cache: ResponseCacher }[] = [];

/** Has the answers of writes to such paths held. */
export function registerResponseCacher(path: RegExp, cache: ResponseCacher): void {
  responseCachers.push({ path, cache });
}

/**
 * What was written just now is what stands: a device that loses its signal before it reads it again would show what
 * was before, and changes made to that would be asked about as if somebody else had been there.
 */
export async function cacheWriteResponse(
  account: string,
  write: Pick<WriteRequest, "method" | "path" | "params">,
  answer: unknown,
): Promise<void> {
  for (const { path, cache } of responseCachers)
    if (path.test(write.path)) await cache(account, write, answer);
}
