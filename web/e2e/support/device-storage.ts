// What the app has stored in the browser's databases.
import type { Page } from "@playwright/test";
import type { Json } from "./seed.ts";
import { waitFor } from "./wait.ts";

/** All values in a store; empty if the store doesn't exist yet. */
export function readStoredValues(page: Page, database: string, store: string): Promise<Json[]> {
  return page.evaluate(readStore, { database, store, what: "getAll" as const });
}

/** All keys in a store; empty if the store doesn't exist yet. */
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
  // Opening a missing database would create an empty one.
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

// What a browser has stored that the server doesn't have yet.

/** The edits in the device's log, for every account. */
export function unsentEdits(page: Page): Promise<Json[]> {
  return readStoredValues(page, "plumbline-unsent", "edits");
}

/** Waits until the log has an edit with this text. */
export async function waitForUnsentText(page: Page, text: string): Promise<void> {
  await waitFor(`“${text}” on the device`, async () =>
    (await unsentEdits(page)).some((edit) => JSON.stringify(edit.operations).includes(text)),
  );
}

/** Waits until this text is stored in the draft of an unsaved form. */
export async function waitForFormDraft(page: Page, text: string): Promise<void> {
  await waitFor(`“${text}” of a form on the device`, async () => {
    const forms = await readStoredValues(page, "plumbline-typed", "forms");
    return forms.some((form) => JSON.stringify(form.values ?? null).includes(text));
  });
}

/**
 * From now on every request of this page fails, including those sent while it unloads, which routes don't
 * see.
 */
export async function failAllRequests(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  });
}
