// The log of writes that were made without signal, in IndexedDB, shared by all windows of the browser.
//
// A write stays until the server has acknowledged it. It is marked before it is sent and repeated unchanged, with
// the same idempotency key, so that a lost response changes nothing. What a person has to decide (a conflict, a
// refusal) stays in the log too, so that another window can ask after this one was closed. Two writes made at the
// same moment are stored one after the other.

import { ExplainedError } from "../../api/errors";
import { evictOldest, isQuotaError } from "../cache/storage-limits";
import { getDeviceDatabase } from "../device/database";
import { upgradeWaitingChange, type WaitingChange } from "./waiting-change";

const CHANGE_CHANNEL = "plumbline-waiting";
const NO_SPACE_MESSAGE =
  "There is no room left on this device, so this could not be saved. Free some space and try again.";

/** What waits to be sent, of everyone who works on this device, as its windows see it. */
class WaitingLog {
  private changes: readonly WaitingChange[] = [];
  private isRead = false;
  private account: string | null = null;
  private loading: Promise<void> = Promise.resolve();
  private readonly listeners = new Set<() => void>();
  private readonly takeBackListeners = new Set<() => void>();
  private channel: BroadcastChannel | null = null;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  /** What waits of whoever is signed in, in its order. */
  readonly snapshot = (): readonly WaitingChange[] => this.changes;

  /** Whether it is known what waits: the log of whoever is signed in has been read. */
  readonly isKnown = (): boolean => this.isRead;

  /** Shows what waits of this account from now on. */
  open(account: string | null): Promise<void> {
    this.account = account;
    this.isRead = false;
    this.setChanges([]);
    this.listenToOtherWindows();
    return this.loadChanges();
  }

  /** Everything that waits, once it was read. */
  async all(): Promise<readonly WaitingChange[]> {
    await this.loading;
    return this.changes;
  }

  /** Everything that waits of an account, whoever is signed in. */
  async listForAccount(account: string): Promise<readonly WaitingChange[]> {
    if (account === this.account) return this.all();
    return readLog(account).catch(() => []);
  }

  /** Writes it down; it is on the device once this is done. Throws a sentence where it cannot be kept. */
  async add(waiting: Omit<WaitingChange, "order">): Promise<WaitingChange> {
    await this.loading;
    const order = await this.put(waiting);
    const added = { ...waiting, order };
    if (waiting.account === this.account) this.setChanges([...this.changes, added]);
    this.notifyOtherWindows();
    return added;
  }

  /** Whether it still waits: whatever window took it back. */
  async has(order: number): Promise<boolean> {
    await this.loading;
    return this.changes.some((one) => one.order === order);
  }

  /** Writes one anew, in its place; one that was taken back meanwhile stays so. */
  async change(waiting: WaitingChange): Promise<void> {
    const tx = (await getDeviceDatabase()).transaction("waiting", "readwrite");
    if ((await tx.store.getKey(waiting.order)) !== undefined) void tx.store.put(waiting);
    await tx.done;
    this.setChanges(this.changes.map((one) => (one.order === waiting.order ? waiting : one)));
    this.notifyOtherWindows();
  }

  /** Takes them out: they are acknowledged, or a person let go of them. */
  async remove(orders: readonly number[]): Promise<void> {
    this.setChanges(this.changes.filter(({ order }) => !orders.includes(order)));
    const tx = (await getDeviceDatabase()).transaction("waiting", "readwrite");
    for (const order of orders) void tx.store.delete(order);
    tx.commit();
    await tx.done;
    this.notifyOtherWindows();
  }

  /** A person takes back what waits: pages that showed it in its place are told. */
  async takeBack(orders: readonly number[]): Promise<void> {
    await this.remove(orders);
    for (const listener of this.takeBackListeners) listener();
  }

  /** What was taken back waits again, behind all that waits by now. */
  async putBack(waiting: WaitingChange): Promise<void> {
    await this.add(waiting);
    for (const listener of this.takeBackListeners) listener();
  }

  /** Calls back when a person took something back, or put it there again. */
  onTakenBack(listener: () => void): void {
    this.takeBackListeners.add(listener);
  }

  /** The store was wiped under this window: what it knows of is written down again. */
  async restore(): Promise<void> {
    const tx = (await getDeviceDatabase()).transaction("waiting", "readwrite");
    for (const one of this.changes) void tx.store.put(one);
    tx.commit();
    await tx.done;
  }

  private async put(waiting: Omit<WaitingChange, "order">): Promise<number> {
    const write = async () => {
      const tx = (await getDeviceDatabase()).transaction("waiting", "readwrite");
      const adding = tx.store.add(waiting as WaitingChange);
      // A page that is going away will not be asked whether there is more.
      tx.commit();
      const [order] = await Promise.all([adding, tx.done]);
      return order;
    };
    try {
      return await write();
    } catch (error) {
      if (!isQuotaError(error)) throw error;
      try {
        // What is only held can be read again; what was typed cannot.
        await evictOldest(waiting.account, 0);
        return await write();
      } catch {
        throw new ExplainedError(NO_SPACE_MESSAGE);
      }
    }
  }

  private loadChanges(): Promise<void> {
    const { account } = this;
    this.loading = (async () => {
      if (account === null) return;
      try {
        const found = await readLog(account);
        if (this.account !== account) return;
        this.isRead = true;
        this.setChanges(found);
      } catch {
        // A browser that keeps nothing has nothing that waits.
        this.isRead = true;
        this.setChanges(this.changes);
      }
    })();
    return this.loading;
  }

  private setChanges(changes: readonly WaitingChange[]): void {
    this.changes = changes;
    for (const listener of this.listeners) listener();
  }

  private listenToOtherWindows(): void {
    if (this.channel || typeof BroadcastChannel === "undefined") return;
    this.channel = new BroadcastChannel(CHANGE_CHANNEL);
    this.channel.onmessage = () => void this.loadChanges();
  }

  private notifyOtherWindows(): void {
    this.channel?.postMessage(null);
  }
}

async function readLog(account: string): Promise<WaitingChange[]> {
  const found = await (await getDeviceDatabase()).getAllFromIndex("waiting", "account", account);
  const now = await Promise.all(found.map(upgradeWaitingChange));
  return now.sort((one, other) => one.order - other.order);
}

export const waitingLog = new WaitingLog();
