// An unreliable connection, a device without space, and data stored by an older app: nothing is lost, nothing
// is done twice.
import { expect, type Request } from "@playwright/test";
import { PHONE } from "./support/browser.ts";
import { addContact, contactNames } from "./support/contacts.ts";
import { chooseCustomer, fillLine, getDocumentId } from "./support/editor.ts";
import { test, waitForAllSent } from "./support/offline.ts";
import { createPhoto } from "./support/photo.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { getJson, type Json } from "./support/seed.ts";

test("signal that drops at each write and returns after each step loses nothing", async ({ ready }) => {
  const ada = await ready(PHONE);
  const { page, context } = ada;
  let isThere = true;
  let cuts = 0;
  let turning = Promise.resolve();
  const turn = (on: boolean) => {
    isThere = on;
    turning = turning.then(() => context.setOffline(!on));
    return turning;
  };
  // While the request is being sent: the server may have it, but the device doesn't know.
  const cut = (request: Request) => {
    if (!isThere || request.method() === "GET") return;
    cuts += 1;
    void turn(false);
  };
  page.on("request", cut);
  const step = async (done: Promise<void>) => {
    await done;
    await turn(true);
  };
  const names = ["Ann Flap", "Ben Flap", "Cat Flap", "Dan Flap", "Eve Flap", "Fay Flap"];
  for (const name of names) await step(addContact(page, name));
  await page.goto("/quotes/create");
  await step(chooseCustomer(page, "Eve Flap"));
  await step(fillLine(page, 1, { name: "Sump pump", quantity: "2", price: "150" }));
  await step(fillLine(page, 2, { name: "Pipe", quantity: "3", price: "4.255" }));
  await step(page.waitForURL(/\/quotes\/edit\/./));
  const quote = getDocumentId(page);
  await expect.poll(() => cuts, "writes that were cut off").toBeGreaterThan(0);
  page.off("request", cut);
  await turn(true);
  await waitForAllSent(page);
  expect(await contactNames(page)).toEqual([...names, "Margaret Holroyd"]);
  const quotes = (await getJson(page, "/api/quotes")).data;
  expect(quotes.map((one: Json) => [one.id, one.contactName, one.totalAmount])).toEqual([
    [quote, "Eve Flap", "312.77"],
  ]);
});

test("a form reopened after an unanswered save saves a second contact", async ({ ready }) => {
  const ada = await ready(PHONE);
  const { page } = ada;
  // The second save has the same id as the first.
  ada.expectErrors(/409/);
  // The server has it, and the page is closed before the response.
  let isThere = false;
  await page.route("**/api/contacts", async (route) => {
    if (route.request().method() !== "POST" || isThere) return route.continue();
    const answer = await route.fetch();
    expect(answer.status()).toBe(201);
    isThere = true;
    return undefined;
  });
  await page.goto("/add-contact");
  await page.getByLabel("Name").fill("Ann First");
  await page.getByRole("button", { name: "Save customer" }).click();
  await expect.poll(() => isThere, "the first one is at the server").toBe(true);
  await page.goto("/add-contact");
  await expect(page.getByLabel("Name")).toHaveValue("Ann First");
  await page.getByLabel("Name").fill("Bea Second");
  await page.getByRole("button", { name: "Save customer" }).click();
  await page.getByText("Bea Second").first().waitFor();
  expect(await contactNames(page)).toEqual(["Ann First", "Bea Second", "Margaret Holroyd"]);
  // The form is empty, since everything is saved.
  await page.goto("/add-contact");
  await expect(page.getByLabel("Name")).toHaveValue("");
});

// The form in this state, without waiting for the browser: src/features/contacts/AddContact.test.tsx.
test("a device without free space says so, keeps what is typed, and saves it once there is space", {
  tag: "@prove",
}, async ({ ready }) => {
  const ada = await ready(PHONE);
  const { page, context } = ada;
  ada.expectErrors(/Quota|quota/);
  await context.setOffline(true);
  await page.goto("/add-contact");
  await page.getByLabel("Name").fill("Nora Noroom");
  const cdp = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  await cdp.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
  // For half a minute the browser relies on the free space it last measured.
  await expect.poll(() => page.evaluate(hasSpace), { message: "room", timeout: 60_000 }).toBe(false);
  await page.getByRole("button", { name: "Save customer" }).click();
  await page.getByText("There is no room left on this device").first().waitFor();
  await takePagePicture(page, "offline-no-room");
  await expect(page.getByLabel("Name")).toHaveValue("Nora Noroom");
  await expect(page.getByRole("button", { name: "Save customer" })).toBeEnabled();
  expect(new URL(page.url()).pathname, "the form stays, as nothing was kept").toBe("/add-contact");

  await cdp.send("Storage.overrideQuotaForOrigin", { origin });
  await expect.poll(() => page.evaluate(hasSpace), { message: "room", timeout: 60_000 }).toBe(true);
  await page.getByRole("button", { name: "Save customer" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/add-contact"));
  await context.setOffline(false);
  await waitForAllSent(page);
  expect(await contactNames(page)).toEqual(["Margaret Holroyd", "Nora Noroom"]);
});

test("a receipt stored by an older version of the app arrives intact", async ({ ready }) => {
  const ada = await ready(PHONE);
  const { page, context } = ada;
  await context.setOffline(true);
  await page.goto("/expenses/create");
  await page.getByLabel("Photo of a receipt").setInputFiles(await createPhoto(page, 600, 800));
  await page.getByLabel("Amount paid").fill("43.20");
  await page.getByRole("button", { name: "Save expense" }).click();
  await page.waitForURL(/\/expenses$/);
  await page.getByText("43.20").first().waitFor();
  // As stored by the first app that worked without a connection: raw files, in the first format.
  const changed = await page.evaluate(writeInFirstFormat);
  expect(changed, "files that wait").toBeGreaterThan(0);
  await page.goto("about:blank");
  await context.setOffline(false);
  await waitForAllSent(page);
  const [expense, ...more] = (await getJson(page, "/api/expenses")).data;
  expect([expense.amount, expense.receiptCount, more]).toEqual(["43.20", 1, []]);
  const { receipts } = await getJson(page, `/api/expenses/${expense.id}`);
  const file = await page.request.get(`/api/expenses/receipts/${receipts[0]}`);
  expect(file.ok(), await file.text()).toBe(true);
  expect(file.headers()["content-type"]).toMatch(/^image\//);
});

/** In the page: whether the browser can store a few more bytes. */
async function hasSpace(): Promise<boolean> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open("scratch");
    opening.onupgradeneeded = () => opening.result.createObjectStore("bytes", { autoIncrement: true });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  }).catch(() => null);
  if (!db) return false;
  const writing = db.transaction("bytes", "readwrite");
  writing.objectStore("bytes").add("a few");
  const isTaken = await new Promise<boolean>((resolve) => {
    writing.oncomplete = () => resolve(true);
    writing.onabort = () => resolve(false);
  });
  db.close();
  return isTaken;
}

/** In the page: rewrites the waiting changes in the first format; returns the number of files. */
async function writeInFirstFormat(): Promise<number> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open("plumbline-device");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const store = db.transaction("waiting", "readwrite").objectStore("waiting");
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  let files = 0;
  for (const one of await done(store.getAll())) {
    one.format = 1;
    one.write.form = one.write.form?.map(([name, value]: [string, Json]) => {
      if (typeof value === "string") return [name, value];
      files += 1;
      return [name, new Blob([value.bytes], { type: value.type })];
    });
    await done(store.put(one));
  }
  db.close();
  return files;
}
