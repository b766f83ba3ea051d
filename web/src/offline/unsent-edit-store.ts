import { createStore, promisifyRequest } from "idb-keyval";
import type { DocumentKey, UnsentEdit, UnsentEditStore } from "./unsent-edits";

const store = createStore("plumbline-unsent", "edits");

/**
 * Runs one transaction, whose requests `work` must make synchronously. It is committed at once, because a
 * page that is being closed gets no further chance, and because a page that WebKit freezes with an open
 * transaction would block writes by all other pages. If the browser has no IndexedDB, this rejects instead of
 * throwing.
 */
async function runTransaction<T>(
  mode: IDBTransactionMode,
  work: (edits: IDBObjectStore) => Promise<T>,
): Promise<T> {
  return store(mode, (edits) => {
    const done = work(edits);
    edits.transaction.commit();
    return done;
  });
}

const buildKey = ({ account, kind, document }: DocumentKey, operationId: string) => [
  account,
  kind,
  document,
  operationId,
];

/** All keys that begin with these parts: in IndexedDB, an array sorts after every string. */
const buildKeyRange = (...parts: string[]) => IDBKeyRange.bound(parts, [...parts, []]);

/** The unsent edits of everyone who works on this device, each stored under the account that made them. */
export const unsentEditStore: UnsentEditStore = {
  read: ({ account, kind, document }) =>
    runTransaction("readonly", (edits) =>
      promisifyRequest<UnsentEdit[]>(edits.getAll(buildKeyRange(account, kind, document))),
    ),
  change: (key, gone, edits) =>
    runTransaction("readwrite", (store) => {
      for (const name of gone) store.delete(buildKey(key, name));
      for (const edit of edits) store.put(edit, buildKey(key, edit.operationId));
      return promisifyRequest(store.transaction);
    }).then(notifyChange),
};

/** All unsent edits of an account on this device. */
export function loadUnsentEdits(account: string): Promise<UnsentEdit[]> {
  return runTransaction("readonly", (edits) =>
    promisifyRequest<UnsentEdit[]>(edits.getAll(buildKeyRange(account))),
  );
}

/** Writes edits again after the browser has deleted them. */
export async function restoreUnsentEdits(edits: readonly UnsentEdit[]): Promise<void> {
  await runTransaction("readwrite", (store) => {
    for (const edit of edits) store.put(edit, buildKey(edit, edit.operationId));
    return promisifyRequest(store.transaction);
  });
  notifyChange();
}

const CHANGE_CHANNEL = "plumbline-unsent";
let changeChannel: BroadcastChannel | null = null;

function notifyChange(): void {
  // Without it, a window notices another window's changes only when it is reopened.
  if (typeof BroadcastChannel === "undefined") return;
  changeChannel ??= new BroadcastChannel(CHANGE_CHANNEL);
  changeChannel.postMessage(null);
}

/** Calls back when the stored edits change in any window; returns a function that unsubscribes. */
export function onUnsentEditsChange(listener: () => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel(CHANGE_CHANNEL);
  channel.onmessage = listener;
  return () => channel.close();
}

/** Deletes the edits of one document, after the user has discarded them. */
export async function deleteUnsentEdits({ account, kind, document }: DocumentKey): Promise<void> {
  await runTransaction("readwrite", (edits) => {
    edits.delete(buildKeyRange(account, kind, document));
    return promisifyRequest(edits.transaction);
  });
  notifyChange();
}

/** Deletes the edits of an account, after it was deleted. */
export function clearUnsentEdits(account: string): Promise<void> {
  return runTransaction("readwrite", (store) => {
    store.delete(buildKeyRange(account));
    return promisifyRequest(store.transaction);
  });
}
