// A device with five thousand documents: its cache stays within its limit, and is used without a connection.
import { expect, type Page } from "@playwright/test";
import { PHONE } from "./support/browser.ts";
import { readStoredValues } from "./support/device-storage.ts";
import { expectSoundLayout } from "./support/layout.ts";
import { createManyQuotes } from "./support/many-quotes.ts";
import { test, waitForCached } from "./support/offline.ts";
import { takePagePicture } from "./support/screenshots.ts";

const DOCUMENT_COUNT = 5_000;
/** `MAX_CACHED_BYTES` in web/src/offline/cache/storage-limits.ts. */
const MAX_CACHED_BYTES = 48 * 1024 * 1024;
/** Long terms, so that all complete documents together exceed the limit. */
const TERMS = "Work is guaranteed for twelve months from the day on which it was finished. ".repeat(120);

interface CacheSize {
  bytes: number;
  rows: number;
  wholes: number;
}

/** The size of the device's cache, by the sizes that the app recorded. */
function readNotedSize(page: Page): Promise<CacheSize> {
  return page.evaluate(measureStores, "as noted" as const);
}

/** The size of the device's cache, by measuring its content, which takes a while. */
function measureSize(page: Page): Promise<CacheSize> {
  return page.evaluate(measureStores, "in full" as const);
}

/** In the page: measures the device's stores. */
async function measureStores(how: "as noted" | "in full"): Promise<CacheSize> {
  const promisify = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const db = await promisify(indexedDB.open("plumbline-device"));
  const sizes = async (name: string): Promise<number[]> => {
    const store = db.transaction(name).objectStore(name);
    if (how === "in full") return (await promisify(store.getAll())).map((one) => JSON.stringify(one).length);
    // The last part of a key in this index is the size.
    const found: number[] = [];
    const request = store.index("age").openKeyCursor();
    await new Promise<void>((resolve, reject) => {
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const cursor = request.result;
        if (!cursor) return resolve();
        const [, , bytes] = cursor.key as [string, number, number];
        found.push(bytes);
        cursor.continue();
      };
    });
    return found;
  };
  const rows = await promisify(db.transaction("rows").objectStore("rows").count());
  const rowSizes = how === "in full" ? await sizes("rows") : [];
  const [answers, wholes] = [await sizes("answers"), await sizes("wholes")];
  db.close();
  const bytes = [...answers, ...wholes, ...rowSizes].reduce((sum, size) => sum + size, 0);
  return { bytes, rows, wholes: wholes.length };
}

/** Whether the device has prefetched all quotes. */
async function hasPrefetched(page: Page): Promise<boolean> {
  const [person] = await readStoredValues(page, "plumbline-device", "people");
  return person?.readAheadTo.quote > 0;
}

test(`${DOCUMENT_COUNT} documents are cached in advance, and the cache stays within its limit`, {
  tag: "@prove",
}, async ({ stoppableServer }) => {
  test.setTimeout(400_000);
  const ada = await stoppableServer.ready(PHONE);
  const { page, who } = ada;
  await createManyQuotes(ada.context, stoppableServer.server(), who, DOCUMENT_COUNT, 80, { terms: TERMS });
  await page.goto("/settings/device");
  await page.getByRole("checkbox", { name: /^Save the last 90 days/ }).click();
  let most = 0;
  const look = async () => {
    most = Math.max(most, (await readNotedSize(page)).bytes);
    return hasPrefetched(page);
  };
  await expect.poll(look, { message: "read ahead", intervals: [500], timeout: 300_000 }).toBe(true);
  const sizes = await measureSize(page);
  expect(most, "bytes held on the way").toBeLessThanOrEqual(MAX_CACHED_BYTES);
  expect(sizes.bytes, "bytes held").toBeLessThanOrEqual(MAX_CACHED_BYTES);
  expect(sizes.rows).toBe(DOCUMENT_COUNT);
  expect(sizes.wholes, "held in full").toBeGreaterThan(DOCUMENT_COUNT / 2);
  expect(sizes.wholes, "held in full").toBeLessThan(DOCUMENT_COUNT);
  await waitForCached(page, "/api/business-profiles");

  await stoppableServer.cut(ada);
  await page.reload();
  await page.getByText(new RegExp(`^${sizes.wholes} in full, ${DOCUMENT_COUNT} in lists$`)).waitFor();
  await page.getByText(/^4\d\.\d MB of 50\.3 MB in all\./).waitFor();
  await takePagePicture(page, "offline-room");
  await expectSoundLayout(page, "the device with five thousand documents");
  await page.goto("/quotes");
  await page.getByText("Showing 50 of 5,000").waitFor();
  // The latest changes are cached in full.
  const newest = page.locator("[data-index]").filter({ hasText: `Job number ${DOCUMENT_COUNT}` });
  await newest.getByRole("link").first().click();
  await page.waitForURL("**/quotes/edit/*");
  await expect(page.getByLabel(/^Terms & Conditions/)).toHaveValue(TERMS);
  await page.goto("/search");
  await page.getByRole("combobox", { name: "Search everything" }).fill("number 4137");
  // Its price: 4137 is 63 more than a multiple of 97.
  await page.getByRole("option").filter({ hasText: "£63.50" }).waitFor();
});
