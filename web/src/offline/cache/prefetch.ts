import { get } from "../../api/requests";
import { connection } from "../connection";
import { getCurrentAccount } from "../current-account";
import { loadDeviceUser, updateDeviceUser } from "../device/device-users";

/** How many days of documents are prefetched. */
export const PREFETCH_DAYS = 90;
/** The minimum time between two prefetches, in milliseconds. */
const PREFETCH_PAUSE = 10 * 60_000;

/** The browser's information about its network, which only some browsers provide. */
interface NetworkInformation {
  type?: string;
  saveData?: boolean;
}

/** Whether large downloads are free: over Wi-Fi or a cable, as far as the browser knows. */
export function isUnmeteredNetwork(): boolean {
  const network = (navigator as { connection?: NetworkInformation }).connection;
  if (!network) return true;
  if (network.saveData) return false;
  return network.type === undefined || ["wifi", "ethernet", "unknown"].includes(network.type);
}

/**
 * Prefetches the documents of a sort and returns the latest change that it has read. Each feature registers
 * its own.
 */
export type Prefetcher = (account: string, changedSince: number, from: string) => Promise<number>;

const prefetchers = new Map<string, Prefetcher>();
let lastPrefetchAt = 0;
let running: Promise<void> | null = null;

/** Registers the prefetcher of a sort. */
export function registerPrefetcher(sort: string, reader: Prefetcher): void {
  prefetchers.set(sort, reader);
}

/** Prefetches what has changed since the last time, if the user wants that and the network is free. */
export function prefetchDocuments({ isAsked: isForced = false, now = Date.now() } = {}): Promise<void> {
  running ??= runPrefetch(isForced, now)
    .catch((error: unknown) => console.warn("Saving ahead of time has stopped.", error))
    .finally(() => {
      running = null;
    });
  return running;
}

async function runPrefetch(isForced: boolean, now: number): Promise<void> {
  const account = getCurrentAccount();
  if (account === null || connection.isDown()) return;
  const person = await loadDeviceUser(account);
  if (!person?.readsAhead || (!isForced && (now - lastPrefetchAt < PREFETCH_PAUSE || !isUnmeteredNetwork())))
    return;
  lastPrefetchAt = now;
  const from = new Date(now - PREFETCH_DAYS * 86_400_000).toISOString().slice(0, 10);
  // Also reads what documents refer to.
  await Promise.all([
    get("/api/contacts"),
    get("/api/items"),
    get("/api/quote-templates"),
    get("/api/business-profiles"),
  ]);
  for (const [sort, reader] of prefetchers) {
    if (getCurrentAccount() !== account) return;
    const to = await reader(account, person.readAheadTo[sort] ?? 0, from);
    await updateDeviceUser(account, (before) =>
      before ? { ...before, readAheadTo: { ...before.readAheadTo, [sort]: to } } : null,
    );
  }
}

/** Makes the next prefetch start from the beginning, because the cache was cleared. */
export async function resetPrefetch(account: string): Promise<void> {
  lastPrefetchAt = 0;
  await updateDeviceUser(account, (before) => (before ? { ...before, readAheadTo: {} } : null));
}

/** Whether the user wants documents to be prefetched. */
export async function isPrefetchEnabled(account: string): Promise<boolean> {
  return (await loadDeviceUser(account))?.readsAhead ?? false;
}

/** Turns prefetching on or off. */
export async function setPrefetchEnabled(account: string, wants: boolean): Promise<void> {
  await updateDeviceUser(account, (before) => (before ? { ...before, readsAhead: wants } : null));
  if (wants) void prefetchDocuments({ isAsked: true });
}
