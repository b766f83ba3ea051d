// What goes wrong without signal: nothing is lost, nothing is done twice, and what needs a person says so.
import assert from "node:assert/strict";
import test from "node:test";
import { PASSWORD } from "./support/account.mjs";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { allSent, cellar, ready } from "./support/cellar.mjs";
import { addContact } from "./support/contacts.mjs";
import { picture } from "./support/picture.mjs";
import { eventually } from "./support/wait.mjs";

const scene = cellar();
const { cut, back } = scene;

const contactOf = (page, name) => async () => {
  const list = await read(page, "/api/contacts");
  return list.find((one) => one.name === name);
};

/** Changes a field of the customer, in the form. */
async function change(page, { id }, label, value) {
  await page.goto(`/contacts/${id}`);
  await page.getByRole("button", { name: "Edit" }).or(page.getByRole("link", { name: "Edit" })).first().click();
  await page.getByLabel(label).first().fill(value);
  await page.getByRole("button", { name: /^Save/ }).first().click();
  await page.getByText(value).first().waitFor();
}

test("changes of different fields merge, and of the same field a person chooses", async (t) => {
  const ada = await ready(t, scene, "two-devices", PHONE);
  const { page, who } = ada;
  await page.goto(`/contacts/${who.contact.id}`);
  await page.getByText("Margaret Holroyd").first().waitFor();
  await ada.context.setOffline(true);
  await change(page, who.contact, "Phone", "0113 496 0001");

  // Elsewhere the address is corrected meanwhile.
  const other = { ...who.contact, city: "Leeds" };
  const { id: _, createdAt: __, updatedAt: ___, ...input } = other;
  const answer = await page.request.put(`/api/contacts/${who.contact.id}`, { data: input });
  assert.ok(answer.ok(), await answer.text());
  await ada.context.setOffline(false);
  await allSent(page);
  const merged = await contactOf(page, "Margaret Holroyd")();
  assert.deepEqual([merged.phone, merged.city], ["0113 496 0001", "Leeds"]);

  await ada.context.setOffline(true);
  await change(page, who.contact, "Phone", "0113 496 0002");
  const { id: _i, createdAt: _c, updatedAt: _u, ...theirs } = { ...merged, phone: "0113 496 0003" };
  assert.ok((await page.request.put(`/api/contacts/${who.contact.id}`, { data: theirs })).ok());
  await ada.context.setOffline(false);
  await page.goto("/waiting");
  await page.getByRole("button", { name: "Choose" }).click();
  const asking = page.getByRole("dialog", { name: "Changed elsewhere too" });
  await asking.getByText("0113 496 0003").waitFor();
  await picture(page, "offline-choose");
  await sound(page, "the choice between two changes");
  await asking.getByText("Keep mine").click();
  await asking.getByRole("button", { name: "Save this" }).click();
  await page.getByText("Everything is saved").waitFor();
  assert.equal((await contactOf(page, "Margaret Holroyd")()).phone, "0113 496 0002");
});

test("what is refused is set aside and keeps nothing else from going", async (t) => {
  const ada = await ready(t, scene, "poison", DESKTOP);
  const { page, who } = ada;
  await page.goto(`/contacts/${who.contact.id}`);
  await page.getByText("Margaret Holroyd").first().waitFor();
  await ada.context.setOffline(true);
  await change(page, who.contact, "Phone", "0113 496 0009");
  await addContact(page, "Dora Cellar");
  // Deleted on another device meanwhile.
  assert.ok((await page.request.delete(`/api/contacts/${who.contact.id}`)).ok());
  await ada.context.setOffline(false);
  await page.goto("/waiting");
  await page.getByText("Not taken", { exact: true }).waitFor({ timeout: 60_000 });
  await eventually("the contact", contactOf(page, "Dora Cellar"));
  await picture(page, "offline-not-taken");
  await sound(page, "what was not taken");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Discard", exact: true }).last().click();
  await page.getByText("Everything is saved").waitFor();
});

test("a hotel's page and a gateway without a server lose nothing", async (t) => {
  const ada = await ready(t, scene, "portal", PHONE);
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
  await allSent(page);
  const list = await read(page, "/api/contacts");
  assert.equal(list.filter(({ name }) => name === "Hotel Guest").length, 1);
});

test("an answer that is lost makes nothing twice", async (t) => {
  const ada = await ready(t, scene, "lost-answer", PHONE);
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
  await allSent(page);
  const list = await read(page, "/api/contacts");
  assert.equal(list.filter(({ name }) => name === "Once Only").length, 1);
  assert.equal(lost, 1);
});

test("a session that ended without signal is taken up again, and the work with it", async (t) => {
  const ada = await ready(t, scene, "expired", DESKTOP);
  const { page } = ada;
  ada.expectErrors(/401/);
  await ada.context.setOffline(true);
  await addContact(page, "Kept Work");
  // The session is over at the server.
  await ada.context.clearCookies({ name: /session|device/ });
  await ada.context.setOffline(false);
  await page.waitForURL(/\/login/, { timeout: 60_000 });
  await page.getByLabel("Email").fill("expired@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL(/\/(dashboard|contacts|add-contact)/);
  await allSent(page);
  assert.ok(await contactOf(page, "Kept Work")());
});

test("logging out asks about what is not sent, and removes what the device held", async (t) => {
  const ada = await ready(t, scene, "leaving", DESKTOP);
  const { page } = ada;
  await ada.context.setOffline(true);
  await addContact(page, "Never Sent");
  const logOut = async () => {
    await page.getByRole("button", { name: /Ada Pipe/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
  };
  await logOut();
  const asking = page.getByRole("dialog", { name: "One change is not sent yet" });
  await picture(page, "offline-logout");
  await sound(page, "the question before logging out");
  const saving = page.waitForEvent("download");
  await asking.getByRole("button", { name: "Save a copy" }).click();
  const copy = await saving;
  assert.equal(copy.suggestedFilename(), "plumbline-waiting.json");
  await asking.getByRole("button", { name: "Stay logged in" }).click();
  await page.getByText("Never Sent").first().waitFor();
  await logOut();
  await page.getByRole("button", { name: "Log out and remove" }).click();
  await page.waitForURL(/\/login/);
  const held = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open("plumbline-device");
        opening.onsuccess = async () => {
          const db = opening.result;
          const counts = {};
          for (const name of db.objectStoreNames) {
            counts[name] = await new Promise((done) => {
              const count = db.transaction(name).objectStore(name).count();
              count.onsuccess = () => done(count.result);
            });
          }
          db.close();
          resolve(counts);
        };
      }),
  );
  assert.deepEqual(held, { answers: 0, people: 0, rows: 0, waiting: 0, wholes: 0 });
  // The server is told as soon as it is reached: nobody is signed in.
  await ada.context.setOffline(false);
  await page.reload();
  await page.getByLabel("Email").waitFor();
  await eventually("nobody is signed in", async () => (await read(page, "/api/auth/me")) === null);
});

test("a PIN opens what the device holds, and five wrong ones lock it", async (t) => {
  const ada = await ready(t, scene, "pinned", PHONE);
  const { page } = ada;
  ada.expectErrors(/401/);
  await page.goto("/settings");
  // Signed in by password in this browser: then a PIN may be set.
  await page.evaluate(() => localStorage.clear());
  await ada.context.clearCookies({ name: "plumbline_session" });
  await page.goto("/login");
  await page.getByLabel("Email").fill("pinned@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  const setUp = page.getByRole("dialog", { name: "Quick PIN Login" });
  await setUp.getByLabel("PIN", { exact: true }).fill("7391");
  await setUp.getByLabel("Confirm PIN").fill("7391");
  await setUp.getByRole("button", { name: "Set up PIN" }).click();
  await page.waitForURL(/\/dashboard/);
  await page.goto("/contacts");
  await page.getByText("Margaret Holroyd").first().waitFor();
  await page.waitForTimeout(2_500);
  await cut(ada);
  // More than twenty minutes without a touch.
  await page.evaluate(() => localStorage.setItem("lastActivity", String(Date.now() - 25 * 60_000)));
  await page.goto("/contacts");
  const press = async (digits) => {
    for (const digit of digits) await page.getByRole("button", { name: digit, exact: true }).click();
  };
  await page.getByText("Enter your PIN").waitFor();
  await press("1111");
  await page.getByText("Incorrect PIN").waitFor({ timeout: 30_000 });
  await press("7391");
  await page.getByText("Margaret Holroyd").first().waitFor({ timeout: 30_000 });

  await page.evaluate(() => localStorage.setItem("lastActivity", String(Date.now() - 25 * 60_000)));
  await page.goto("/contacts");
  await page.getByText("Enter your PIN").waitFor();
  for (let at = 0; at < 4; at += 1) {
    await press("2222");
    await page.getByText("0 of 4 digits").or(page.getByLabel("0 of 4 digits entered")).first().waitFor({ timeout: 30_000 });
    await page.waitForTimeout(700);
  }
  await press("2222");
  // No keypad takes a PIN any more.
  const locked = page.getByText(/Five wrong PINs/);
  await locked.first().waitFor({ timeout: 30_000 });
  await page.getByLabel("Email").waitFor();
  await picture(page, "offline-locked");
  await page.goto("/contacts");
  await page.getByText("Enter your PIN").waitFor();
  await press("7391");
  await locked.first().waitFor({ timeout: 30_000 });
  assert.equal(await page.getByText("Margaret Holroyd").count(), 0);
  await back(ada);
});
