import { createStore, promisifyRequest } from "idb-keyval";
import type { DocumentKey, UnsentEdit, UnsentStore } from "./unsent";

const store = createStore("plumbline-unsent", "edits");

/**
 * One transaction, whose every request `work` makes at once. It is committed there and then: a page that is going away
 * will not be asked whether there is more, and kept for the way back by WebKit, with a transaction left open, it would
 * let no other page write. Where the browser has no store at all it rejects, and does not throw.
 */
async function device<T>(mode: IDBTransactionMode, work: (edits: IDBObjectStore) => Promise<T>): Promise<T> {
  return store(mode, (edits) => {
    const done = work(edits);
    edits.transaction.commit();
    return done;
  });
}

const nameOf = ({ account, kind, document }: DocumentKey, operationId: string) => [
  account,
  kind,
  document,
  operationId,
];

/** Every key that begins so: a list comes after every text. */
const beginningWith = (...parts: string[]) => IDBKeyRange.bound(parts, [...parts, []]);

/** The unsent edits of everyone who works on this device, each under the account that typed them. */
export const unsentStore: UnsentStore = {
  read: ({ account, kind, document }) =>
    device("readonly", (edits) =>
      promisifyRequest<UnsentEdit[]>(edits.getAll(beginningWith(account, kind, document))),
    ),
  change: (key, gone, edits) =>
    device("readwrite", (store) => {
      for (const name of gone) store.delete(nameOf(key, name));
      for (const edit of edits) store.put(edit, nameOf(key, edit.operationId));
      return promisifyRequest(store.transaction);
    }).then(tell),
};

/** Every unsent edit of an account on this device. */
export function unsentOf(account: string): Promise<UnsentEdit[]> {
  return device("readonly", (edits) => promisifyRequest<UnsentEdit[]>(edits.getAll(beginningWith(account))));
}

/** Writes down edits again that the browser took away. */
export async function restoreUnsent(edits: readonly UnsentEdit[]): Promise<void> {
  await device("readwrite", (store) => {
    for (const edit of edits) store.put(edit, nameOf(edit, edit.operationId));
    return promisifyRequest(store.transaction);
  });
  tell();
}

const CHANGED = "plumbline-unsent";
let teller: BroadcastChannel | null = null;

function tell(): void {
  // Without it a window learns of another's changes when it is opened anew.
  if (typeof BroadcastChannel === "undefined") return;
  teller ??= new BroadcastChannel(CHANGED);
  teller.postMessage(null);
}

/** Calls back when the edits that this device keeps change, in whichever window; answers with the way to stop it. */
export function onUnsentChange(listener: () => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel(CHANGED);
  channel.onmessage = listener;
  return () => channel.close();
}

/** Forgets the edits of one document: a person let go of them. */
export async function forgetUnsentOf({ account, kind, document }: DocumentKey): Promise<void> {
  await device("readwrite", (edits) => {
    edits.delete(beginningWith(account, kind, document));
    return promisifyRequest(edits.transaction);
  });
  tell();
}

/** Forgets what an account typed: it is gone. */
export function forgetUnsent(account: string): Promise<void> {
  return device("readwrite", (store) => {
    store.delete(beginningWith(account));
    return promisifyRequest(store.transaction);
  });
}
