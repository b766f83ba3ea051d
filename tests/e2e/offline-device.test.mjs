// What may happen to the device that holds the work: its store is wiped, keeps nothing, changes hands, loses its account.
import assert from "node:assert/strict";
import test from "node:test";
import { logIn, PASSWORD } from "./support/account.mjs";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { allSent, cellar, NETWORK, ready } from "./support/cellar.mjs";
import { addContact, contactNames } from "./support/contacts.mjs";
import { chooseCustomer, documentId, fillLine, HERE, saved } from "./support/editor.mjs";
import { picture } from "./support/picture.mjs";
import { arrive, settle } from "./support/seed.mjs";
import { keptOnDevice } from "./support/unsent.mjs";
import { eventually } from "./support/wait.mjs";

const scene = cellar();
const { cut, back } = scene;

test("a store that the browser wipes under an open window costs nothing, and its person is told", async (t) => {
  const ada = await ready(t, scene, "wiped", PHONE);
  const { page, context } = ada;
  await cut(ada);
  await addContact(page, "Dora Cellar");
  // One quote is typed and left, another is open.
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Dora Cellar");
  await fillLine(page, 1, { name: "Left valve", quantity: "1", price: "10" });
  await keptOnDevice(page, "Left valve");
  const left = documentId(page);
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "Sump pump", quantity: "2", price: "150" });
  await keptOnDevice(page, "Sump pump");
  await page.getByText(HERE).first().waitFor();
  const open = documentId(page);

  const wire = await context.newCDPSession(page);
  const origin = scene.server().url;
  await wire.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb,local_storage" });
  await page.getByText("The browser cleared what Plumbline kept on this phone").first().waitFor();
  await page.getByText("What was not sent yet is safe: it was written down again.").first().waitFor();
  await picture(page, "offline-wiped");
  assert.equal(await page.getByLabel("Line 1 description", { exact: true }).inputValue(), "Sump pump");
  await keptOnDevice(page, "Sump pump");
  await keptOnDevice(page, "Left valve");
  await fillLine(page, 2, { name: "Hose", quantity: "1", price: "12.50" });
  await keptOnDevice(page, "Hose");

  // Closed and opened again, before there is signal.
  const next = await context.newPage();
  await page.close();
  await next.goto("/waiting");
  await next.getByText("New contact: Dora Cellar").waitFor();
  await back(ada);
  await allSent(next);
  assert.deepEqual(await contactNames(next), ["Dora Cellar", "Margaret Holroyd"]);
  const quotes = (await read(next, "/api/quotes")).data;
  const said = quotes.map(({ id, contactName, totalAmount }) => [id, contactName, totalAmount]);
  assert.deepEqual(
    said.sort(([one], [other]) => (one < other ? -1 : 1)),
    [
      [left, "Dora Cellar", "10.00"],
      [open, "Margaret Holroyd", "312.50"],
    ].sort(([one], [other]) => (one < other ? -1 : 1)),
  );
});

test("a browser that keeps nothing says so, and what is typed goes out with the next signal", async (t) => {
  const ada = await scene.enter(PHONE);
  t.after(() => ada.close());
  ada.expectErrors(NETWORK);
  const { page, context } = ada;
  await arrive(page, scene.server(), "private@example.com");
  await settle(page);
  // As in a private window: every store is refused, a moment after it was asked for.
  await context.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function refused() {
      const request = open.call(this, `refused-${Math.random()}`);
      request.addEventListener("upgradeneeded", (event) => {
        event.stopImmediatePropagation();
        request.transaction.abort();
      });
      return request;
    };
  });
  await page.goto("/settings/device");
  await page.getByText("This browser keeps nothing for Plumbline").waitFor();
  await sound(page, "the device that keeps nothing");
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "Sump pump", quantity: "2", price: "150" });
  await saved(page);
  const id = documentId(page);

  await cut(ada);
  await fillLine(page, 2, { name: "Hose", quantity: "1", price: "12.50" });
  await page.getByText(HERE).first().waitFor();
  await page
    .getByText("No signal, and this browser keeps nothing. Leave this page open until it is sent.")
    .waitFor();
  await picture(page, "offline-keeps-nothing");
  await sound(page, "the editor where nothing is kept");
  // It would go with the page.
  await page.getByRole("link", { name: "Back to quotes" }).click();
  const asking = page.getByRole("dialog", { name: "Leave without saving?" });
  await asking.getByRole("button", { name: "Cancel" }).click();
  assert.equal(await page.getByLabel("Line 2 description", { exact: true }).inputValue(), "Hose");

  await back(ada);
  await saved(page);
  const stored = await read(page, `/api/quotes/${id}`);
  assert.equal(stored.totals.totalAmount, "312.50");
});

test("what one account did not send is neither seen nor sent by another on the same device", async (t) => {
  const ada = await ready(t, scene, "first", DESKTOP);
  const { page, context } = ada;
  ada.expectErrors(/401/);
  const elsewhere = await scene.enter(DESKTOP);
  t.after(() => elsewhere.close());
  await arrive(elsewhere.page, scene.server(), "second@example.com");

  await context.setOffline(true);
  await addContact(page, "Adas Customer");
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Adas Customer");
  await fillLine(page, 1, { name: "Adas pump", quantity: "1", price: "99" });
  await keptOnDevice(page, "Adas pump");
  // Her session is over, and somebody else takes the computer.
  await context.clearCookies({ name: /session|device/ });
  await context.setOffline(false);
  await page.waitForURL(/\/login/, { timeout: 60_000 });
  await page.getByText("2 changes are not sent yet").waitFor();
  await page.goto("/login");
  await logIn(page, "second@example.com");
  await page.goto("/waiting");
  await page.getByText("Everything is saved").waitFor();
  assert.deepEqual((await read(page, "/api/quotes")).data, []);
  await context.setOffline(true);
  await page.goto("/contacts");
  await page.getByText(/^No signal/).waitFor();
  assert.equal(await page.getByText(/Adas Customer|Margaret Holroyd/).count(), 0);
  // What they do is theirs, and goes out alone.
  await addContact(page, "Seconds Customer");
  await context.setOffline(false);
  await allSent(page);
  assert.deepEqual(await contactNames(page), ["Seconds Customer"]);
  await page.getByRole("button", { name: /Ada Pipe/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.waitForURL(/\/login/);

  await logIn(page, "first@example.com");
  await allSent(page);
  assert.deepEqual(await contactNames(page), ["Adas Customer", "Margaret Holroyd"]);
  const quote = await eventually("her quote is with the server", async () => (await read(page, "/api/quotes")).data[0]);
  assert.deepEqual([quote.contactName, quote.totalAmount], ["Adas Customer", "99.00"]);
  assert.deepEqual(await contactNames(elsewhere.page), ["Seconds Customer"]);
});

test("of an account that was deleted elsewhere the unsent work can be taken along", async (t) => {
  const ada = await ready(t, scene, "deleted", PHONE);
  const { page, context } = ada;
  ada.expectErrors(/40[13]/);
  const elsewhere = await scene.enter(DESKTOP);
  t.after(() => elsewhere.close());
  const login = { username: "deleted@example.com", password: PASSWORD };
  assert.ok((await elsewhere.page.request.post("/api/auth/login", { data: login })).ok());

  await context.setOffline(true);
  await addContact(page, "Never Sent");
  const gone = await elsewhere.page.request.delete("/api/account", { data: { currentPassword: PASSWORD } });
  assert.ok(gone.ok(), await gone.text());
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await context.setOffline(false);
  await page.waitForURL(/\/login/, { timeout: 60_000 });
  await page.getByText("One change is not sent yet").waitFor();
  await picture(page, "offline-account-gone");
  await sound(page, "the login page with unsent work");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save a copy" }).click();
  const copy = await (await saving).createReadStream();
  const told = JSON.parse((await copy.toArray()).join(""));
  assert.deepEqual(
    told.writes.map(({ label }) => label),
    ["New contact: Never Sent"],
  );
  // Nobody goes on asking.
  await page.waitForTimeout(2_000);
  const before = asked.length;
  await page.waitForTimeout(5_000);
  assert.ok(asked.length - before <= 1, `still asked: ${asked.slice(before)}`);

  // Whoever comes later is told that it is safe, and is not handed it.
  await page.reload();
  await page.getByText("One change is not sent yet").waitFor();
  assert.equal(await page.getByRole("button", { name: "Save a copy" }).count(), 0);
});
