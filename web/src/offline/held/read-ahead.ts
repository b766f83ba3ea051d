import { get } from "../../api/reads";
import { connection } from "../connection";
import { personOf, remember } from "../device/people";
import { who } from "../who";

/** How far back documents are read ahead. */
export const DAYS_AHEAD = 90;
/** Once it was done, it is not done again for so long, in milliseconds. */
const PAUSE = 10 * 60_000;

/** What the browser knows of its network; only some tell. */
interface NetworkInformation {
  type?: string;
  saveData?: boolean;
}

/** Whether reading much costs nobody anything: over Wi-Fi or a cable, as far as the browser tells. */
export function isFreeOfCharge(): boolean {
  const network = (navigator as { connection?: NetworkInformation }).connection;
  if (!network) return true;
  if (network.saveData) return false;
  return network.type === undefined || ["wifi", "ethernet", "unknown"].includes(network.type);
}

/** How a sort of document is read ahead; its house says so. Answers the newest change that it has read. */
export type AheadReader = (account: string, changedSince: number, from: string) => Promise<number>;

const readers = new Map<string, AheadReader>();
let last = 0;
let running: Promise<void> | null = null;

/** Has documents of a sort read ahead. */
export function readAheadBy(sort: string, reader: AheadReader): void {
  readers.set(sort, reader);
}

/** Reads ahead what changed since it was last done, where its person wants it and it costs nothing. */
export function readAhead({ isAsked = false, now = Date.now() } = {}): Promise<void> {
  running ??= ahead(isAsked, now)
    .catch((error: unknown) => console.warn("Saving ahead of time has stopped.", error))
    .finally(() => {
      running = null;
    });
  return running;
}

async function ahead(isAsked: boolean, now: number): Promise<void> {
  const account = who();
  if (account === null || connection.isDown()) return;
  const person = await personOf(account);
  if (!person?.readsAhead || (!isAsked && (now - last < PAUSE || !isFreeOfCharge()))) return;
  last = now;
  const from = new Date(now - DAYS_AHEAD * 86_400_000).toISOString().slice(0, 10);
  // What documents name is read with them.
  await Promise.all([
    get("/api/contacts"),
    get("/api/items"),
    get("/api/quote-templates"),
    get("/api/business-profiles"),
  ]);
  for (const [sort, reader] of readers) {
    if (who() !== account) return;
    const to = await reader(account, person.readAheadTo[sort] ?? 0, from);
    await remember(account, (before) =>
      before ? { ...before, readAheadTo: { ...before.readAheadTo, [sort]: to } } : null,
    );
  }
}

/** Has it begin anew: what was held is gone. */
export async function forgetReadAhead(account: string): Promise<void> {
  last = 0;
  await remember(account, (before) => (before ? { ...before, readAheadTo: {} } : null));
}

/** Whether its person wants it. */
export async function wantsAhead(account: string): Promise<boolean> {
  return (await personOf(account))?.readsAhead ?? false;
}

/** Does it from now on, or no more. */
export async function setAhead(account: string, wants: boolean): Promise<void> {
  await remember(account, (before) => (before ? { ...before, readsAhead: wants } : null));
  if (wants) void readAhead({ isAsked: true });
}
