import { createStore, promisifyRequest } from "idb-keyval";
import type { DocumentKey, UnsentEdit, UnsentEditStore } from "./unsent-edits";

const store = createStore("plumbline-unsent", "edits");

/**
 * One transaction, whose every request `work` makes at once. It is committed there and then: a page that is going away
 * will not be asked whether there is more, and kept for the way back by WebKit, with a transaction left open, it would
 * let no other page write. Where the browser has no store at all it rejects, and does not throw.
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

/** Every key that begins so: a list comes after every text. */
const buildKeyRange = (...parts: string[]) => IDBKeyRange.bound(parts, [...parts, []]);

/** The unsent edits of everyone who works on this device, each under the account that typed them. */
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

/** Every unsent edit of an account on this device. */
export function loadUnsentEdits(account: string): Promise<UnsentEdit[]> {
  return runTransaction("readonly", (edits) =>
    promisifyRequest<UnsentEdit[]>(edits.getAll(buildKeyRange(account))),
  );
}

/** Writes down edits again that the browser took away. */
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
  // Without it a window learns of another's changes when it is opened anew.
  if (typeof BroadcastChannel === "undefined") return;
  changeChannel ??= new BroadcastChannel(CHANGE_CHANNEL);
  changeChannel.postMessage(null);
}

/** Calls back when the edits that this device keeps change, in whichever window; answers with the way to stop it. */
export function onUnsentEditsChange(listener: () => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel(CHANGE_CHANNEL);
  channel.onmessage = listener;
  return () => channel.close();
}

/** Forgets the edits of one document: a person let go of them. */
export async function deleteUnsentEdits({ account, kind, document }: DocumentKey): Promise<void> {
  await runTransaction("readwrite", (edits) => {
    edits.delete(buildKeyRange(account, kind, document));
    return promisifyRequest(edits.transaction);
  });
  notifyChange();
}

/** Forgets what an account typed: it is gone. */
export function clearUnsentEdits(account: string): Promise<void> {
  return runTransaction("readwrite", (store) => {
    store.delete(buildKeyRange(account));
    return promisifyRequest(store.transaction);
  });
}
