import { get } from "../../api/requests";
import { connection } from "../connection";
import { getCurrentAccount } from "../current-account";
import { loadDeviceUser, updateDeviceUser } from "../device/device-users";

/** How far back documents are read ahead. */
export const PREFETCH_DAYS = 90;
/** Once it was done, it is not done again for so long, in milliseconds. */
const PREFETCH_PAUSE = 10 * 60_000;

/** What the browser knows of its network; only some tell. */
interface NetworkInformation {
  type?: string;
  saveData?: boolean;
}

/** Whether reading much costs nobody anything: over Wi-Fi or a cable, as far as the browser tells. */
export function isUnmeteredNetwork(): boolean {
  const network = (navigator as { connection?: NetworkInformation }).connection;
  if (!network) return true;
  if (network.saveData) return false;
  return network.type === undefined || ["wifi", "ethernet", "unknown"].includes(network.type);
}

/** How a sort of document is read ahead; its house says so. Answers the newest change that it has read. */
export type Prefetcher = (account: string, changedSince: number, from: string) => Promise<number>;

const prefetchers = new Map<string, Prefetcher>();
let lastPrefetchAt = 0;
let running: Promise<void> | null = null;

/** Has documents of a sort read ahead. */
export function registerPrefetcher(sort: string, reader: Prefetcher): void {
  prefetchers.set(sort, reader);
}

/** Reads ahead what changed since it was last done, where its person wants it and it costs nothing. */
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
  // What documents name is read with them.
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

/** Has it begin anew: what was held is gone. */
export async function resetPrefetch(account: string): Promise<void> {
  lastPrefetchAt = 0;
  await updateDeviceUser(account, (before) => (before ? { ...before, readAheadTo: {} } : null));
}

/** Whether its person wants it. */
export async function isPrefetchEnabled(account: string): Promise<boolean> {
  return (await loadDeviceUser(account))?.readsAhead ?? false;
}

/** Does it from now on, or no more. */
export async function setPrefetchEnabled(account: string, wants: boolean): Promise<void> {
  await updateDeviceUser(account, (before) => (before ? { ...before, readsAhead: wants } : null));
  if (wants) void prefetchDocuments({ isAsked: true });
}
