import { createStore, type UseStore } from "idb-keyval";

const openTransactions = new Set<IDBTransaction>();
let isListening = false;

/**
 * Ends a transaction that its page would leave open. WebKit keeps a page that was left for the way back as it is, and
 * a transaction that it had begun lets no other page write, for as long as that takes. Aborted, it has done nothing;
 * one that is committed already goes on by itself.
 */
export function abortOnPageHide(transaction: IDBTransaction): void {
  listenForPageHide();
  openTransactions.add(transaction);
  const removeTransaction = () => openTransactions.delete(transaction);
  transaction.addEventListener("complete", removeTransaction);
  transaction.addEventListener("abort", removeTransaction);
}

/** The same of every transaction of a database. */
export function abortAllOnPageHide(db: IDBDatabase): void {
  const begin = db.transaction.bind(db);
  db.transaction = (...args) => {
    const transaction = begin(...args);
    abortOnPageHide(transaction);
    return transaction;
  };
}

/** A store of names and values of its own, whose transactions end with the page. */
export function createPageStore(db: string, name: string): UseStore {
  const store = createStore(db, name);
  // Where the browser has none at all it rejects, and does not throw.
  return async (mode, work) =>
    store(mode, (values) => {
      abortOnPageHide(values.transaction);
      return work(values);
    });
}

function listenForPageHide(): void {
  if (isListening) return;
  isListening = true;
  globalThis.addEventListener?.("pagehide", (event) => {
    if ("persisted" in event && event.persisted) abortOpenTransactions();
  });
}

function abortOpenTransactions(): void {
  for (const transaction of openTransactions) {
    try {
      transaction.abort();
    } catch {
      // It is being committed.
    }
  }
}
