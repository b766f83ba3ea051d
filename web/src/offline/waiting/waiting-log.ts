// The log of writes that were made without signal, in IndexedDB, shared by all windows of the browser.
//
// A write stays until the server has acknowledged it. It is marked before it is sent and repeated unchanged,
// with the same idempotency key, so that a lost response changes nothing. What a person has to decide (a
// conflict, a refusal) stays in the log too, so that another window can ask after this one was closed. Two
// writes made at the same moment are stored one after the other.

import { ExplainedError } from "../../api/errors";
import { evictOldest, isQuotaError } from "../cache/storage-limits";
import { getDeviceDatabase } from "../device/database";
import { upgradeWaitingChange, type WaitingChange } from "./waiting-change";

const CHANGE_CHANNEL = "plumbline-waiting";
const NO_SPACE_MESSAGE =
  "There is no room left on this device, so this could not be saved. Free some space and try again.";

/** The waiting changes of everyone who works on this device, as its windows see them. */
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
  /** The waiting changes of the signed-in user, in order. */
  readonly snapshot = (): readonly WaitingChange[] => this.changes;

  /** Whether the log of the signed-in user has been read. */
  readonly isKnown = (): boolean => this.isRead;

  /** Switches to the waiting changes of this account. */
  open(account: string | null): Promise<void> {
    this.account = account;
    this.isRead = false;
    this.setChanges([]);
    this.listenToOtherWindows();
    return this.loadChanges();
  }

  /** All waiting changes, once they have been read. */
  async all(): Promise<readonly WaitingChange[]> {
    await this.loading;
    return this.changes;
  }

  /** All waiting changes of an account, whether or not it is signed in. */
  async listForAccount(account: string): Promise<readonly WaitingChange[]> {
    if (account === this.account) return this.all();
    return readLog(account).catch(() => []);
  }

  /**
   * Adds a write; it is stored on the device when the promise resolves. Throws an error with a message for
   * the user if it can't be stored.
   */
  async add(waiting: Omit<WaitingChange, "order">): Promise<WaitingChange> {
    await this.loading;
    const order = await this.put(waiting);
    const added = { ...waiting, order };
    if (waiting.account === this.account) this.setChanges([...this.changes, added]);
    this.notifyOtherWindows();
    return added;
  }

  /** Whether it is still waiting; another window may have taken it back. */
  async has(order: number): Promise<boolean> {
    await this.loading;
    return this.changes.some((one) => one.order === order);
  }

  /** Replaces a write in its position, unless it was taken back meanwhile. */
  async change(waiting: WaitingChange): Promise<void> {
    const tx = (await getDeviceDatabase()).transaction("waiting", "readwrite");
    if ((await tx.store.getKey(waiting.order)) !== undefined) void tx.store.put(waiting);
    await tx.done;
    this.setChanges(this.changes.map((one) => (one.order === waiting.order ? waiting : one)));
    this.notifyOtherWindows();
  }

  /** Removes writes that were acknowledged or discarded. */
  async remove(orders: readonly number[]): Promise<void> {
    this.setChanges(this.changes.filter(({ order }) => !orders.includes(order)));
    const tx = (await getDeviceDatabase()).transaction("waiting", "readwrite");
    for (const order of orders) void tx.store.delete(order);
    tx.commit();
    await tx.done;
    this.notifyOtherWindows();
  }

  /** Takes writes back at the user's request, and notifies pages that displayed them. */
  async takeBack(orders: readonly number[]): Promise<void> {
    await this.remove(orders);
    for (const listener of this.takeBackListeners) listener();
  }

  /** Adds a write that was taken back again, at the end of the log. */
  async putBack(waiting: WaitingChange): Promise<void> {
    await this.add(waiting);
    for (const listener of this.takeBackListeners) listener();
  }

  /** Calls back when the user takes a write back or adds it again. */
  onTakenBack(listener: () => void): void {
    this.takeBackListeners.add(listener);
  }

  /** Writes the known changes again after the browser has deleted the store. */
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
      // Commit at once, because a page that is being closed gets no further chance.
      tx.commit();
      const [order] = await Promise.all([adding, tx.done]);
      return order;
    };
    try {
      return await write();
    } catch (error) {
      if (!isQuotaError(error)) throw error;
      try {
        // Cached data can be read again; typed data can't.
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
        // Without storage, nothing can be waiting.
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
