// Signal that comes and goes, a device without room, and what an older app wrote down: nothing is lost, nothing is
// done twice.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { PHONE } from "./support/browser.mjs";
import { allSent, cellar, ready } from "./support/cellar.mjs";
import { addContact, contactNames } from "./support/contacts.mjs";
import { chooseCustomer, documentId, fillLine } from "./support/editor.mjs";
import { photo } from "./support/photo.mjs";
import { picture } from "./support/picture.mjs";
import { eventually } from "./support/wait.mjs";

const scene = cellar();

test("signal that comes and goes every second loses nothing and makes nothing twice", async (t) => {
  const ada = await ready(t, scene, "flapping", PHONE);
  const { page, context } = ada;
  let isOver = false;
  let turns = 0;
  const flapping = (async () => {
    for (; !isOver; turns += 1) {
      await context.setOffline(turns % 2 === 0);
      await new Promise((go) => setTimeout(go, 1_000));
    }
    await context.setOffline(false);
  })();
  const names = ["Ann Flap", "Ben Flap", "Cat Flap", "Dan Flap", "Eve Flap", "Fay Flap"];
  let quote;
  try {
    for (const name of names) await addContact(page, name);
    await page.goto("/quotes/create");
    await chooseCustomer(page, "Eve Flap");
    await fillLine(page, 1, { name: "Sump pump", quantity: "2", price: "150" });
    await fillLine(page, 2, { name: "Pipe", quantity: "3", price: "4.255" });
    await eventually("the quote's place", async () => documentId(page));
    quote = documentId(page);
    // Long enough for what is written to meet both.
    await eventually("ten turns", async () => turns >= 10 || undefined, 20_000);
  } finally {
    isOver = true;
    await flapping;
  }
  await allSent(page);
  assert.deepEqual(await contactNames(page), [...names, "Margaret Holroyd"]);
  const quotes = (await read(page, "/api/quotes")).data;
  assert.deepEqual(
    quotes.map((one) => [one.id, one.contactName, one.totalAmount]),
    [[quote, "Eve Flap", "312.77"]],
  );
});

test("what is typed into a form that was saved without its knowing is made beside it", async (t) => {
  const ada = await ready(t, scene, "saved-unknown", PHONE);
  const { page } = ada;
  // The server has it, and the page is closed before it hears so.
  let isThere = false;
  await page.route("**/api/contacts", async (route) => {
    if (route.request().method() !== "POST" || isThere) return route.continue();
    const answer = await route.fetch();
    assert.equal(answer.status(), 201);
    isThere = true;
    return undefined;
  });
  await page.goto("/add-contact");
  await page.getByLabel("Name").fill("Ann First");
  await page.getByRole("button", { name: "Save contact" }).click();
  await eventually("the first one", async () => isThere);
  await page.goto("/add-contact");
  await eventually("what was typed", async () => (await page.getByLabel("Name").inputValue()) === "Ann First");
  await page.getByLabel("Name").fill("Bea Second");
  await page.getByRole("button", { name: "Save contact" }).click();
  await page.getByText("Bea Second").first().waitFor();
  assert.deepEqual(await contactNames(page), ["Ann First", "Bea Second", "Margaret Holroyd"]);
  // Saved as it was, it is one.
  await page.goto("/add-contact");
  assert.equal(await page.getByLabel("Name").inputValue(), "");
});

test("a device without room says so, keeps what is typed, and takes it once there is room", async (t) => {
  const ada = await ready(t, scene, "no-room", PHONE);
  const { page, context } = ada;
  ada.expectErrors(/Quota|quota/);
  await context.setOffline(true);
  await page.goto("/add-contact");
  await page.getByLabel("Name").fill("Nora Noroom");
  const cdp = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  await cdp.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
  // For half a minute the browser goes by what room there was when it looked last.
  await page.waitForTimeout(31_000);
  await page.getByRole("button", { name: "Save contact" }).click();
  await page.getByText("There is no room left on this device").first().waitFor();
  await picture(page, "offline-no-room");
  assert.equal(await page.getByLabel("Name").inputValue(), "Nora Noroom");
  await page.waitForTimeout(500);
  assert.ok(page.url().endsWith("/add-contact"), "the form is left, though nothing was kept");

  await cdp.send("Storage.overrideQuotaForOrigin", { origin });
  await page.getByRole("button", { name: "Save contact" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/add-contact"));
  await context.setOffline(false);
  await allSent(page);
  assert.deepEqual(await contactNames(page), ["Margaret Holroyd", "Nora Noroom"]);
});

test("a receipt that an older app wrote down arrives whole", async (t) => {
  const ada = await ready(t, scene, "older-app", PHONE);
  const { page, context } = ada;
  await context.setOffline(true);
  await page.goto("/expenses/create");
  await page.getByLabel("Photo of a receipt").setInputFiles(await photo(page, 600, 800));
  await page.getByLabel("Amount paid").fill("43.20");
  await page.getByRole("button", { name: "Save expense" }).click();
  await page.waitForURL(/\/expenses$/);
  await page.getByText("43.20").first().waitFor();
  // As the first app that worked without signal had it: files as they came, under the first format.
  const changed = await page.evaluate(inFirstFormat);
  assert.ok(changed >= 1, "no file waits");
  await page.goto("about:blank");
  await context.setOffline(false);
  await allSent(page);
  const [expense, ...more] = (await read(page, "/api/expenses")).data;
  assert.deepEqual([expense.amount, expense.receiptCount, more], ["43.20", 1, []]);
  const { receipts } = await read(page, `/api/expenses/${expense.id}`);
  const file = await page.request.get(`/api/expenses/receipts/${receipts[0]}`);
  assert.ok(file.ok(), await file.text());
  assert.match(file.headers()["content-type"], /^image\//);
});

/** In the page: writes what waits anew in the first format; answers how many files there were. */
async function inFirstFormat() {
  const db = await new Promise((resolve, reject) => {
    const opening = indexedDB.open("plumbline-device");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const store = db.transaction("waiting", "readwrite").objectStore("waiting");
  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  let files = 0;
  for (const one of await done(store.getAll())) {
    one.format = 1;
    one.write.form = one.write.form?.map(([name, value]) => {
      if (typeof value === "string") return [name, value];
      files += 1;
      return [name, new Blob([value.bytes], { type: value.type })];
    });
    await done(store.put(one));
  }
  db.close();
  return files;
}
