import { createStore, type UseStore } from "idb-keyval";

const openTransactions = new Set<IDBTransaction>();
let isListening = false;

/**
 * Aborts a transaction that is still open when its page is hidden. WebKit freezes a page for going back to
 * it, and an open transaction of that page would block writes by every other page meanwhile. An aborted
 * transaction has changed nothing; one that is already committing completes.
 */
export function abortOnPageHide(transaction: IDBTransaction): void {
  listenForPageHide();
  openTransactions.add(transaction);
  const removeTransaction = () => openTransactions.delete(transaction);
  transaction.addEventListener("complete", removeTransaction);
  transaction.addEventListener("abort", removeTransaction);
}

/** Does the same for every transaction of a database. */
export function abortAllOnPageHide(db: IDBDatabase): void {
  const begin = db.transaction.bind(db);
  db.transaction = (...args) => {
    const transaction = begin(...args);
    abortOnPageHide(transaction);
    return transaction;
  };
}

/** A separate key-value store, whose transactions are aborted when the page is hidden. */
export function createPageStore(db: string, name: string): UseStore {
  const store = createStore(db, name);
  // If the browser has no IndexedDB, this rejects instead of throwing.
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
      // It is already committing.
    }
  }
}
