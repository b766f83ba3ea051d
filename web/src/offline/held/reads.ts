import { ApiError, NetworkError } from "../../api/errors";
import { isUnreached, tellReach } from "../../api/reach";
import { overNetwork, type Read, type ReadTransport } from "../../api/reads";
import { connection } from "../connection";
import { who } from "../who";
import { heldAnswer, holdAnswer } from "./answers";
import { CACHED_LISTS, cachedList } from "./cached-lists";
import { holdList } from "./lists";

/** What is held for a read, and since when. */
export interface Found {
  data: unknown;
  /** Unix milliseconds. */
  at: number;
}

/** How a path is answered from what this device holds, where its answers are not kept as they are. */
export interface Shelf {
  keep(account: string, read: Read, data: unknown): Promise<void>;
  find(account: string, read: Read): Promise<Found | undefined>;
}

/**
 * Adds what waits on this device to an answer, whether it came just now or was held; `undefined` is given where there
 * is none, and answered where nothing waits.
 */
export type View = (account: string, read: Read, data: unknown) => Promise<unknown> | unknown;

const shelves = new Map<string, Shelf>();
const views = new Map<string, View>();

/** Gives a path a shelf of its own. */
export function shelve(path: string, shelf: Shelf): void {
  shelves.set(path, shelf);
}

/** Has what waits shown in a path's answers. */
export function overlay(path: string, view: View): void {
  views.set(path, view);
}

/** Never held: who is signed in, what only makes sense now, what is no JSON. */
const NOT_HELD = [
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

const isHeld = (path: string) => !NOT_HELD.some((one) => one.test(path));

/** An answer of the network's is waited for so long where another is held, in milliseconds. */
const PATIENCE = 6_000;

/**
 * Reads that fall back to what this device holds. What the network answers is held for later; where it does not
 * answer, what is held stands in for it, with its age told to the connection.
 */
export const heldReads: ReadTransport = async (read) => {
  const account = who();
  if (account === null || !isHeld(read.path)) return overNetwork(read);
  const view = views.get(read.path);
  let data: unknown;
  try {
    data = await fromNetwork(account, read);
    if (who() === account) void keep(account, read, data);
  } catch (error) {
    if (read.signal?.aborted || who() !== account) throw error;
    const found = isFallenBack(read, error) ? await find(account, read) : undefined;
    if (found) connection.showsFrom(found.at);
    else if (!isUnreached(error) && !isMissing(error)) throw error;
    // What was made here and waits is there, whatever the server knows of it.
    const empty = read.path in CACHED_LISTS ? [] : undefined;
    const shown = (await view?.(account, read, found?.data)) ?? found?.data ?? empty;
    if (shown === undefined) throw error;
    return shown;
  }
  return (await view?.(account, read, data)) ?? data;
};

/** A cached collection stands in for any failure but the end of a session (docs/product.md, section 7). */
function isFallenBack({ path }: Read, error: unknown): boolean {
  if (isUnreached(error)) return true;
  return path in CACHED_LISTS && !isSessionsEnd(error);
}

const isSessionsEnd = (error: unknown) => error instanceof ApiError && error.status === 401;
const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

/**
 * Asks the network: not at all while the server is known not to be reached and something is held, and no longer than
 * is worth while where something is.
 */
async function fromNetwork(account: string, read: Read): Promise<unknown> {
  if (connection.isDown() && (await find(account, read))) throw new NetworkError(navigator.onLine === false);
  const late = new AbortController();
  const timer = setTimeout(() => void find(account, read).then((found) => found && late.abort()), PATIENCE);
  const signal = read.signal ? AbortSignal.any([read.signal, late.signal]) : late.signal;
  try {
    return await overNetwork({ ...read, signal });
  } catch (error) {
    if (!late.signal.aborted || read.signal?.aborted) throw error;
    tellReach(false);
    throw new NetworkError(false);
  } finally {
    clearTimeout(timer);
  }
}

async function keep(account: string, read: Read, data: unknown): Promise<void> {
  const shelf = shelves.get(read.path);
  if (shelf) await shelf.keep(account, read, data);
  else if (read.path in CACHED_LISTS) await holdList(account, read.path, data);
  else await holdAnswer(account, read.url, data);
}

async function find(account: string, read: Read): Promise<Found | undefined> {
  const shelf = shelves.get(read.path);
  if (shelf) return shelf.find(account, read);
  const cached = cachedList(account, read.path);
  return cached ?? heldAnswer(account, read.url);
}
