// What the app has put into the browser's databases.
import type { Page } from "@playwright/test";
import type { Json } from "./seed.ts";

/** All values of a store; none where there is no such store yet. */
export function readStoredValues(page: Page, database: string, store: string): Promise<Json[]> {
  return page.evaluate(readStore, { database, store, what: "getAll" as const });
}

/** All keys of a store; none where there is no such store yet. */
export function readStoredKeys(page: Page, database: string, store: string): Promise<Json[]> {
  return page.evaluate(readStore, { database, store, what: "getAllKeys" as const });
}

interface StoreQuery {
  database: string;
  store: string;
  what: "getAll" | "getAllKeys";
}

/** In the page: reads a store. */
async function readStore({ database, store, what }: StoreQuery): Promise<unknown[]> {
  // To open one that is not there would make it, empty.
  const names = (await indexedDB.databases()).map(({ name }) => name);
  if (!names.includes(database)) return [];
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(database);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  try {
    if (!db.objectStoreNames.contains(store)) return [];
    return await new Promise((resolve, reject) => {
      const request = db.transaction(store).objectStore(store)[what]();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    db.close();
  }
}
