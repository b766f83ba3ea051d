import { createStore, type UseStore } from "idb-keyval";

const open = new Set<IDBTransaction>();
let isListening = false;

/**
 * Ends a transaction that its page would leave open. WebKit keeps a page that was left for the way back as it is, and
 * a transaction that it had begun lets no other page write, for as long as that takes. Aborted, it has done nothing;
 * one that is committed already goes on by itself.
 */
export function endWithPage(transaction: IDBTransaction): void {
  listen();
  open.add(transaction);
  const over = () => open.delete(transaction);
  transaction.addEventListener("complete", over);
  transaction.addEventListener("abort", over);
}

/** The same of every transaction of a database. */
export function endAllWithPage(db: IDBDatabase): void {
  const begin = db.transaction.bind(db);
  db.transaction = (...of) => {
    const transaction = begin(...of);
    endWithPage(transaction);
    return transaction;
  };
}

/** A store of names and values of its own, whose transactions end with the page. */
export function pagesStore(db: string, name: string): UseStore {
  const store = createStore(db, name);
  // Where the browser has none at all it rejects, and does not throw.
  return async (mode, work) =>
    store(mode, (values) => {
      endWithPage(values.transaction);
      return work(values);
    });
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  globalThis.addEventListener?.("pagehide", (event) => {
    if ("persisted" in event && event.persisted) endAll();
  });
}

function endAll(): void {
  for (const transaction of open) {
    try {
      transaction.abort();
    } catch {
      // It is being committed.
    }
  }
}
