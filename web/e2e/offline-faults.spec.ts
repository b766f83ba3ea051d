// What goes wrong without a connection: nothing is lost, nothing is done twice, and anything that needs a
// decision says so.
import { expect, type Page } from "@playwright/test";
import { enterPassword, enterPin, setUpPin, simulateIdleDevice } from "./support/account.ts";
import { DESKTOP, PHONE } from "./support/browser.ts";
import { addContact } from "./support/contacts.ts";
import { readStoredKeys } from "./support/device-storage.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { test, waitForAllSent, waitForCached } from "./support/offline.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { getJson, type Json } from "./support/seed.ts";

/** The contacts with this name on the server. */
async function readContactsNamed(page: Page, name: string): Promise<Json[]> {
  const list: Json[] = await getJson(page, "/api/contacts");
  return list.filter((one) => one.name === name);
}

/** Changes a field of the customer in the form. */
async function changeContact(page: Page, { id }: Json, label: string, value: string) {
  await page.goto(`/contacts/${id}`);
  await page
    .getByRole("button", { name: "Edit" })
    .or(page.getByRole("link", { name: "Edit" }))
    .first()
    .click();
  await page.getByLabel(label).first().fill(value);
  await page.getByRole("button", { name: /^Save/ }).first().click();
  await page.getByText(value).first().waitFor();
}

test("changes to different fields merge, and for the same field the owner chooses", async ({ ready }) => {
  const ada = await ready(PHONE);
  const { page, who } = ada;
  ada.expectErrors(/409/);
  await page.goto(`/contacts/${who.contact.id}`);
  await page.getByText("Margaret Holroyd").first().waitFor();
  await ada.context.setOffline(true);
  await changeContact(page, who.contact, "Phone", "0113 496 0001");

  // Meanwhile the address is corrected elsewhere.
  const other = { ...who.contact, city: "Leeds" };
  const { id: _, createdAt: __, updatedAt: ___, ...input } = other;
  const answer = await page.request.put(`/api/contacts/${who.contact.id}`, { data: input });
  expect(answer.ok(), await answer.text()).toBe(true);
  await ada.context.setOffline(false);
  await waitForAllSent(page);
  const [merged] = await readContactsNamed(page, "Margaret Holroyd");
  expect([merged.phone, merged.city]).toEqual(["0113 496 0001", "Leeds"]);

  await ada.context.setOffline(true);
  await changeContact(page, who.contact, "Phone", "0113 496 0002");
  const { id: _i, createdAt: _c, updatedAt: _u, ...theirs } = { ...merged, phone: "0113 496 0003" };
  const again = await page.request.put(`/api/contacts/${who.contact.id}`, { data: theirs });
  expect(again.ok(), await again.text()).toBe(true);
  await ada.context.setOffline(false);
  await page.goto("/waiting");
  await page.getByRole("button", { name: "Choose" }).click();
  const asking = page.getByRole("dialog", { name: "Also changed elsewhere" });
  await asking.getByText("0113 496 0003").waitFor();
  await takePagePicture(page, "offline-choose");
  await expectFits(page, "the choice between two changes");
  await asking.getByText("Use mine").click();
  await asking.getByRole("button", { name: "Save my choice" }).click();
  await page.getByText("Everything is saved").waitFor();
  const [chosen] = await readContactsNamed(page, "Margaret Holroyd");
  expect(chosen.phone).toBe("0113 496 0002");
});

test("a change that the server refuses is set aside, and the others are sent", async ({ ready }) => {
  const ada = await ready(DESKTOP);
  const { page, who } = ada;
  await page.goto(`/contacts/${who.contact.id}`);
  await page.getByText("Margaret Holroyd").first().waitFor();
  await ada.context.setOffline(true);
  await changeContact(page, who.contact, "Phone", "0113 496 0009");
  await addContact(page, "Dora Cellar");
  // Deleted on another device meanwhile.
  const gone = await page.request.delete(`/api/contacts/${who.contact.id}`);
  expect(gone.ok(), await gone.text()).toBe(true);
  await ada.context.setOffline(false);
  await page.goto("/waiting");
  await page.getByText("Not saved", { exact: true }).waitFor({ timeout: 60_000 });
  await expect.poll(() => readContactsNamed(page, "Dora Cellar")).toHaveLength(1);
  await takePagePicture(page, "offline-not-taken");
  await expectSoundLayout(page, "what was not taken");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Discard", exact: true }).last().click();
  await page.getByText("Everything is saved").waitFor();
});

test("nothing is lost behind a hotel's login page or a gateway without a server", async ({ ready }) => {
  const ada = await ready(PHONE);
  const { page } = ada;
  ada.expectErrors(/502|Failed to load resource/);
  let hotel = "portal";
  await page.route("**/api/**", (route) =>
    hotel === "portal"
      ? route.fulfill({ status: 200, contentType: "text/html", body: "<html>Room number?</html>" })
      : hotel === "gateway"
        ? route.fulfill({ status: 502, contentType: "text/html", body: "<html>Bad gateway</html>" })
        : route.continue(),
  );
  await addContact(page, "Hotel Guest");
  hotel = "gateway";
  await page.goto("/contacts");
  await page.getByText("Hotel Guest").first().waitFor();
  await page.getByText(/^No signal/).waitFor();
  hotel = "none";
  await waitForAllSent(page);
  expect(await readContactsNamed(page, "Hotel Guest")).toHaveLength(1);
});

test("a lost response creates nothing twice", async ({ ready }) => {
  const ada = await ready(PHONE);
  const { page } = ada;
  ada.expectErrors(/Failed to load resource/);
  let lost = 0;
  await page.route("**/api/contacts", async (route) => {
    if (route.request().method() !== "POST" || lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort();
  });
  await addContact(page, "Once Only");
  await waitForAllSent(page);
  expect(await readContactsNamed(page, "Once Only")).toHaveLength(1);
  expect(lost).toBe(1);
});

test("work from a session that ended without signal is sent after the next login", async ({ ready }) => {
  const ada = await ready(DESKTOP);
  const { page } = ada;
  ada.expectErrors(/401/);
  await ada.context.setOffline(true);
  await addContact(page, "Kept Work");
  // The session has ended on the server.
  await ada.context.clearCookies({ name: /session|device/ });
  await ada.context.setOffline(false);
  await page.waitForURL(/\/login/, { timeout: 60_000 });
  await enterPassword(page, ada.account.email);
  await page.waitForURL(/\/(dashboard|contacts|add-contact)/);
  await waitForAllSent(page);
  expect(await readContactsNamed(page, "Kept Work")).toHaveLength(1);
});

test("logging out asks about unsent changes, and removes the cached data", async ({ ready }) => {
  const ada = await ready(DESKTOP);
  const { page } = ada;
  await ada.context.setOffline(true);
  await addContact(page, "Never Sent");
  const logOut = async () => {
    await page.getByRole("button", { name: /Ada Pipe/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
  };
  await logOut();
  const asking = page.getByRole("dialog", { name: "One change hasn’t been sent yet" });
  await takePagePicture(page, "offline-logout");
  await expectFits(page, "the question before logging out");
  const saving = page.waitForEvent("download");
  await asking.getByRole("button", { name: "Save a copy" }).click();
  const copy = await saving;
  expect(copy.suggestedFilename()).toBe("plumbline-waiting.json");
  await asking.getByRole("button", { name: "Stay logged in" }).click();
  await page.getByText("Never Sent").first().waitFor();
  await logOut();
  await page.getByRole("button", { name: "Log out and delete" }).click();
  await page.waitForURL(/\/login/);
  for (const store of ["answers", "people", "rows", "waiting", "wholes"])
    expect(await readStoredKeys(page, "plumbline-device", store), store).toEqual([]);
  // The server is notified as soon as it is reached: nobody is signed in.
  await ada.context.setOffline(false);
  await page.reload();
  await page.getByLabel("Email").waitFor();
  await expect.poll(() => getJson(page, "/api/auth/me"), "nobody is signed in").toBe(null);
});

test("a PIN opens the cached data, and five wrong PINs lock it", async ({ ready }) => {
  const ada = await ready(PHONE);
  const { page } = ada;
  ada.expectErrors(/401/);
  await page.goto("/settings");
  await setUpPin(ada);
  await page.goto("/contacts");
  await page.getByText("Margaret Holroyd").first().waitFor();
  await waitForCached(page, "/api/contacts");
  await ada.context.setOffline(true);
  await simulateIdleDevice(page);
  await page.goto("/contacts");
  const wrong = page.getByText("Incorrect PIN");
  await enterPin(page, "1111");
  await wrong.waitFor();
  await enterPin(page);
  await page.getByText("Margaret Holroyd").first().waitFor();

  await simulateIdleDevice(page);
  await page.goto("/contacts");
  for (let at = 0; at < 4; at += 1) {
    await enterPin(page, "2222");
    // The first digit of each attempt removes the message.
    await wrong.waitFor();
  }
  await enterPin(page, "2222");
  // No keypad accepts a PIN any more.
  const locked = page.getByText(/Five wrong PINs/);
  await locked.first().waitFor();
  await page.getByLabel("Email").waitFor();
  await takePagePicture(page, "offline-locked");
  await page.goto("/contacts");
  await enterPin(page);
  await locked.first().waitFor();
  await expect(page.getByText("Margaret Holroyd")).toHaveCount(0);
});
