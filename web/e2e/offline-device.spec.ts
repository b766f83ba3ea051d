// What can happen to the device that stores the work: its storage is wiped or stores nothing, its user
// changes, or its account is deleted.
import { expect } from "@playwright/test";
import { logIn, PASSWORD } from "./support/account.ts";
import { DESKTOP, PHONE } from "./support/browser.ts";
import { addContact, contactNames } from "./support/contacts.ts";
import { waitForUnsentText } from "./support/device-storage.ts";
import { chooseCustomer, fillLine, getDocumentId, ON_DEVICE_ONLY, waitForSaved } from "./support/editor.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { test, waitForAllSent } from "./support/offline.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { getJson, type Json, postJson } from "./support/seed.ts";
import { waitFor } from "./support/wait.ts";

test("nothing is lost when the browser wipes the store under an open window, and the page says so", async ({
  stoppableServer,
}) => {
  const ada = await stoppableServer.ready(PHONE);
  const { page, context } = ada;
  await stoppableServer.cut(ada);
  await addContact(page, "Dora Cellar");
  // One quote is typed and left, another is open.
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Dora Cellar");
  await fillLine(page, 1, { name: "Left valve", quantity: "1", price: "10" });
  await waitForUnsentText(page, "Left valve");
  const left = getDocumentId(page);
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "Sump pump", quantity: "2", price: "150" });
  await waitForUnsentText(page, "Sump pump");
  await page.getByText(ON_DEVICE_ONLY).first().waitFor();
  const open = getDocumentId(page);

  const wire = await context.newCDPSession(page);
  const origin = stoppableServer.server().url;
  await wire.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb,local_storage" });
  await page.getByText("The browser cleared what Plumbline had saved on this phone").first().waitFor();
  await page.getByText("Your unsent work is safe: it has been saved again.").first().waitFor();
  await takePagePicture(page, "offline-wiped");
  await expect(page.getByLabel("Line 1 description", { exact: true })).toHaveValue("Sump pump");
  await waitForUnsentText(page, "Sump pump");
  await waitForUnsentText(page, "Left valve");
  await fillLine(page, 2, { name: "Hose", quantity: "1", price: "12.50" });
  await waitForUnsentText(page, "Hose");

  // Closed and opened again, before there is a connection.
  const next = await context.newPage();
  await page.close();
  await next.goto("/waiting");
  await next.getByText("New customer: Dora Cellar").waitFor();
  await stoppableServer.back(ada);
  await waitForAllSent(next);
  expect(await contactNames(next)).toEqual(["Dora Cellar", "Margaret Holroyd"]);
  const quotes = (await getJson(next, "/api/quotes")).data;
  const rows = quotes.map(({ id, contactName, totalAmount }: Json) => [id, contactName, totalAmount]);
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual([left, "Dora Cellar", "10.00"]);
  expect(rows).toContainEqual([open, "Margaret Holroyd", "312.50"]);
});

test("a browser without storage says so, and what is typed is sent once there is signal", async ({
  stoppableServer,
}) => {
  const ada = await stoppableServer.plumber(PHONE);
  const { page, context } = ada;
  // As in a private window: opening any database fails, a moment after the request.
  await context.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function refused() {
      const request = open.call(this, `refused-${Math.random()}`);
      request.addEventListener("upgradeneeded", (event) => {
        event.stopImmediatePropagation();
        request.transaction?.abort();
      });
      return request;
    };
  });
  await page.goto("/settings/device");
  await page.getByText("This browser doesn’t save anything for Plumbline").waitFor();
  await expectSoundLayout(page, "the device that keeps nothing");
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "Sump pump", quantity: "2", price: "150" });
  await waitForSaved(page);
  const id = getDocumentId(page);

  await stoppableServer.cut(ada);
  await fillLine(page, 2, { name: "Hose", quantity: "1", price: "12.50" });
  await page.getByText(ON_DEVICE_ONLY).first().waitFor();
  await page
    .getByText(
      "No signal, and this browser can’t save anything. Leave this page open until your work is sent.",
    )
    .waitFor();
  await takePagePicture(page, "offline-keeps-nothing");
  await expectFits(page, "the editor where nothing is kept");
  // It would be lost with the page.
  await page.getByRole("link", { name: "Back to quotes" }).click();
  const asking = page.getByRole("dialog", { name: "Leave without saving?" });
  await asking.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("Line 2 description", { exact: true })).toHaveValue("Hose");

  await stoppableServer.back(ada);
  await waitForSaved(page);
  const stored = await getJson(page, `/api/quotes/${id}`);
  expect(stored.totals.totalAmount).toBe("312.50");
});

test("the unsent work of one account is neither seen nor sent by another on the same device", async ({
  ready,
  owner,
}) => {
  const ada = await ready(DESKTOP);
  const { page, context } = ada;
  ada.expectErrors(/401/);
  const second = await owner(DESKTOP);

  await context.setOffline(true);
  await addContact(page, "Adas Customer");
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Adas Customer");
  await fillLine(page, 1, { name: "Adas pump", quantity: "1", price: "99" });
  await waitForUnsentText(page, "Adas pump");
  // Her session ends, and somebody else uses the computer.
  await context.clearCookies({ name: /session|device/ });
  await context.setOffline(false);
  await page.waitForURL(/\/login/, { timeout: 60_000 });
  await page.getByText("2 changes haven’t been sent yet").waitFor();
  await page.goto("/login");
  await logIn(page, second.account.email);
  await page.goto("/waiting");
  await page.getByText("Everything is saved").waitFor();
  expect((await getJson(page, "/api/quotes")).data).toEqual([]);
  await context.setOffline(true);
  await page.goto("/contacts");
  await page.getByText(/^No signal/).waitFor();
  await expect(page.getByText(/Adas Customer|Margaret Holroyd/)).toHaveCount(0);
  // The second user's changes are theirs, and only these are sent.
  await addContact(page, "Seconds Customer");
  await context.setOffline(false);
  await waitForAllSent(page);
  expect(await contactNames(page)).toEqual(["Seconds Customer"]);
  await page.getByRole("button", { name: /Ada Pipe/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.waitForURL(/\/login/);

  await logIn(page, ada.account.email);
  await waitForAllSent(page);
  expect(await contactNames(page)).toEqual(["Adas Customer", "Margaret Holroyd"]);
  const quote = await waitFor(
    "her quote is with the server",
    async () => (await getJson(page, "/api/quotes")).data[0],
  );
  expect([quote.contactName, quote.totalAmount]).toEqual(["Adas Customer", "99.00"]);
  expect(await contactNames(second.page)).toEqual(["Seconds Customer"]);
});

test("the unsent work of an account that was deleted elsewhere can be downloaded", async ({
  ready,
  enter,
}) => {
  const ada = await ready(PHONE);
  const { page, context } = ada;
  // Reloaded, so that the page starts with this clock: a timer set before it was installed could no longer be
  // cleared.
  await page.clock.install();
  await page.reload();
  ada.expectErrors(/40[13]/);
  const elsewhere = await enter(DESKTOP);
  await postJson(elsewhere.page, "/api/auth/login", { username: ada.account.email, password: PASSWORD });

  await context.setOffline(true);
  await addContact(page, "Never Sent");
  const gone = await elsewhere.page.request.delete("/api/account", { data: { currentPassword: PASSWORD } });
  expect(gone.ok(), await gone.text()).toBeTruthy();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await context.setOffline(false);
  await page.waitForURL(/\/login/, { timeout: 60_000 });
  await page.getByText("One change hasn’t been sent yet").waitFor();
  await takePagePicture(page, "offline-account-gone");
  await expectFits(page, "the login page with unsent work");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save a copy" }).click();
  const copy = await (await saving).createReadStream();
  const exported = JSON.parse((await copy.toArray()).join(""));
  expect(exported.writes.map(({ label }: Json) => label)).toEqual(["New customer: Never Sent"]);
  // The page stops asking the server, however long it stays open.
  const before = requests.length;
  await page.clock.runFor("01:00");
  await page.evaluate(() => fetch("/favicon.svg?last"));
  expect(requests.slice(before), "asked in a minute").toEqual(["/favicon.svg"]);

  // The next person on this device reads that the change is safe, and can't download it.
  await page.reload();
  await page.getByText("One change hasn’t been sent yet").waitFor();
  await expect(page.getByRole("button", { name: "Save a copy" })).toHaveCount(0);
});
