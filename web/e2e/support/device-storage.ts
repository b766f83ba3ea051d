// What the app has put into the browser's databases.
import type { Page } from "@playwright/test";
import type { Json } from "./seed.ts";
import { waitFor } from "./wait.ts";

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

// What a browser keeps that the server does not have yet.

/** The edits in the device's log, of every account. */
export function unsentEdits(page: Page): Promise<Json[]> {
  return readStoredValues(page, "plumbline-unsent", "edits");
}

/** Waits until an edit that says this is in the log. */
export async function waitForUnsentText(page: Page, text: string): Promise<void> {
  await waitFor(`“${text}” on the device`, async () =>
    (await unsentEdits(page)).some((edit) => JSON.stringify(edit.operations).includes(text)),
  );
}

/** Waits until these words are kept of a form that was typed into and not saved. */
export async function waitForFormDraft(page: Page, text: string): Promise<void> {
  await waitFor(`“${text}” of a form on the device`, async () => {
    const forms = await readStoredValues(page, "plumbline-typed", "forms");
    return forms.some((form) => JSON.stringify(form.values ?? null).includes(text));
  });
}

/** From now on nothing that this page sends arrives; nor what it sends while it goes, which routes do not see. */
export async function failAllRequests(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  });
}
