// A device with five thousand documents: what it holds stays within its limit, and is used without signal.
import { expect, type Page } from "@playwright/test";
import { PHONE } from "./support/browser.ts";
import { holds, test } from "./support/cellar.ts";
import { storedValues } from "./support/idb.ts";
import { sound } from "./support/layout.ts";
import { manyQuotes } from "./support/many.ts";
import { picture } from "./support/picture.ts";

const MANY = 5_000;
/** `MOST_HELD` of web/src/offline/held/room.ts. */
const MOST_HELD = 48 * 1024 * 1024;
/** Long terms, so that all of the documents in full are more than can be held. */
const TERMS = "Work is guaranteed for twelve months from the day on which it was finished. ".repeat(120);

interface Held {
  bytes: number;
  rows: number;
  wholes: number;
}

/** What the device holds, by what the app has noted of the size of each thing. */
function noted(page: Page): Promise<Held> {
  return page.evaluate(lookAtStores, "as noted" as const);
}

/** What the device holds, by the size of the things themselves, which takes a while. */
function measured(page: Page): Promise<Held> {
  return page.evaluate(lookAtStores, "in full" as const);
}

/** In the page: counts what the device's stores hold. */
async function lookAtStores(how: "as noted" | "in full"): Promise<Held> {
  const asked = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const db = await asked(indexedDB.open("plumbline-device"));
  const sizes = async (name: string): Promise<number[]> => {
    const store = db.transaction(name).objectStore(name);
    if (how === "in full") return (await asked(store.getAll())).map((one) => JSON.stringify(one).length);
    // The last part of a key of this index is the size.
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
  const rows = await asked(db.transaction("rows").objectStore("rows").count());
  const rowSizes = how === "in full" ? await sizes("rows") : [];
  const [answers, wholes] = [await sizes("answers"), await sizes("wholes")];
  db.close();
  const bytes = [...answers, ...wholes, ...rowSizes].reduce((sum, size) => sum + size, 0);
  return { bytes, rows, wholes: wholes.length };
}

/** Whether the device has read the quotes ahead to their end. */
async function hasReadAhead(page: Page): Promise<boolean> {
  const [person] = await storedValues(page, "plumbline-device", "people");
  return person?.readAheadTo.quote > 0;
}

test(`${MANY} documents are read ahead, and what is held never takes more than its limit`, {
  tag: "@prove",
}, async ({ cellar }) => {
  test.setTimeout(400_000);
  const ada = await cellar.ready(PHONE);
  const { page, who } = ada;
  await manyQuotes(ada.context, cellar.server(), who, MANY, 80, { terms: TERMS });
  await page.goto("/settings/device");
  await page.getByRole("checkbox", { name: /^Save the last 90 days/ }).click();
  let most = 0;
  const look = async () => {
    most = Math.max(most, (await noted(page)).bytes);
    return hasReadAhead(page);
  };
  await expect.poll(look, { message: "read ahead", intervals: [500], timeout: 300_000 }).toBe(true);
  const held = await measured(page);
  expect(most, "bytes held on the way").toBeLessThanOrEqual(MOST_HELD);
  expect(held.bytes, "bytes held").toBeLessThanOrEqual(MOST_HELD);
  expect(held.rows).toBe(MANY);
  expect(held.wholes, "held in full").toBeGreaterThan(MANY / 2);
  expect(held.wholes, "held in full").toBeLessThan(MANY);
  await holds(page, "/api/business-profiles");

  await cellar.cut(ada);
  await page.reload();
  await page.getByText(new RegExp(`^${held.wholes} in full, ${MANY} in lists$`)).waitFor();
  await page.getByText(/^4\d\.\d MB of 50\.3 MB in all\./).waitFor();
  await picture(page, "offline-room");
  await sound(page, "the device with five thousand documents");
  await page.goto("/quotes");
  await page.getByText("Showing 50 of 5,000").waitFor();
  // What changed last is there in full.
  const newest = page.locator("[data-index]").filter({ hasText: `Job number ${MANY}` });
  await newest.getByRole("link").first().click();
  await page.waitForURL("**/quotes/edit/*");
  await expect(page.getByLabel(/^Terms & Conditions/)).toHaveValue(TERMS);
  await page.goto("/search");
  await page.getByRole("combobox", { name: "Search everything" }).fill("number 4137");
  // Its price: 4137 is 63 more than a multiple of 97.
  await page.getByRole("option").filter({ hasText: "£63.50" }).waitFor();
});
