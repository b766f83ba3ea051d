// A device with five thousand documents: what it holds stays within its limit, and serves without signal.
import assert from "node:assert/strict";
import test from "node:test";
import { PHONE, sound } from "./support/browser.mjs";
import { cellar, holds, ready } from "./support/cellar.mjs";
import { manyQuotes } from "./support/many.mjs";
import { picture } from "./support/picture.mjs";
import { eventually } from "./support/wait.mjs";

const scene = cellar();
const { cut } = scene;

const MANY = 5_000;
/** `MOST_HELD` of web/src/offline/held/room.ts. */
const MOST_HELD = 48 * 1024 * 1024;
/** Long terms, so that all of them whole are more than is held. */
const TERMS = "Work is guaranteed for twelve months from the day on which it was finished. ".repeat(120);

/**
 * What the device's store holds: how many of each store, and the bytes of all; `isWhole` counts these of the values
 * themselves, which takes a while, and else by what the app has noted of them.
 */
function measured(page, isWhole) {
  return page.evaluate(
    (isWhole) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("plumbline-device");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = async () => {
          const db = opening.result;
          const held = { bytes: 0 };
          const each = (request, look) =>
            new Promise((done, failed) => {
              request.onerror = () => failed(request.error);
              request.onsuccess = () => {
                const cursor = request.result;
                if (!cursor) return done();
                look(cursor);
                cursor.continue();
              };
            });
          for (const name of ["answers", "rows", "wholes"]) {
            held[name] = 0;
            const store = db.transaction(name).objectStore(name);
            if (isWhole) {
              await each(store.openCursor(), ({ value }) => {
                held[name] += 1;
                held.bytes += JSON.stringify(value).length;
              });
            } else if (name === "rows") {
              const count = store.count();
              await new Promise((done) => {
                count.onsuccess = done;
              });
              held.rows = count.result;
            } else {
              await each(store.index("age").openKeyCursor(), ({ key }) => {
                held[name] += 1;
                held.bytes += key[2];
              });
            }
          }
          db.close();
          resolve(held);
        };
      }),
    isWhole,
  );
}

test(`${MANY} documents are read ahead, and what is held never takes more than its limit`, {
  timeout: 300_000,
}, async (t) => {
  const ada = await ready(t, scene, "room", PHONE);
  const { page, who } = ada;
  const began = performance.now();
  const soFar = () => `${((performance.now() - began) / 1000).toFixed(0)} s`;
  await manyQuotes(ada.context, scene.server(), who, MANY, 80, { terms: TERMS });
  t.diagnostic(`made after ${soFar()}`);
  await page.goto("/settings/device");
  await page.getByRole("checkbox", { name: /^Hold the last 90 days/ }).click();
  let most = 0;
  await eventually(
    "the last of them",
    async () => {
      const held = await measured(page, false);
      most = Math.max(most, held.bytes);
      await page.waitForTimeout(500);
      return held.rows >= MANY;
    },
    200_000,
  );
  // Of the last page every document was put down before the next look.
  await page.waitForTimeout(1_000);
  const held = await measured(page, true);
  t.diagnostic(`read after ${soFar()}: ${JSON.stringify(held)}, at most ${most} noted`);
  assert.ok(most <= MOST_HELD, `${most} bytes were held`);
  assert.ok(held.bytes <= MOST_HELD, `${held.bytes} bytes are held`);
  assert.equal(held.rows, MANY);
  assert.ok(held.wholes > MANY / 2 && held.wholes < MANY, `${held.wholes} in full`);
  await holds(page, "/api/business-profiles");

  await cut(ada);
  await page.reload();
  await page.getByText(new RegExp(`^${held.wholes} in full, ${MANY} in lists$`)).waitFor();
  await page.getByText(/^4\d\.\d MB of 50\.3 MB in all\./).waitFor();
  await picture(page, "offline-room");
  await sound(page, "the device with five thousand documents");
  await page.goto("/quotes");
  await page.getByText("Showing 50 of 5,000").waitFor();
  // What changed last is there whole.
  const newest = page.locator("[data-index]").filter({ hasText: `Job number ${MANY}` });
  await newest.getByRole("link").first().click();
  await page.waitForURL("**/quotes/edit/*");
  assert.equal(await page.getByLabel(/^Terms & Conditions/).inputValue(), TERMS);
  await page.goto("/search");
  await page.getByRole("combobox", { name: "Search everything" }).fill("number 4137");
  // Its price: 4137 is 63 more than a multiple of 97.
  await page.getByRole("option").filter({ hasText: "£63.50" }).waitFor();
});
