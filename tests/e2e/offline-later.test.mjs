// Work that comes in later: under a clock that is wrong, behind a passkey, signed, and under a newer app.
import assert from "node:assert/strict";
import test from "node:test";
import { enterPassword, PASSWORD } from "./support/account.mjs";
import { read } from "./support/api.mjs";
import { authenticator } from "./support/authenticator.mjs";
import { DESKTOP, PHONE } from "./support/browser.mjs";
import { allSent, cellar, holds, ready } from "./support/cellar.mjs";
import { addContact, contactNames } from "./support/contacts.mjs";
import { chooseCustomer, documentId, fillLine, HERE } from "./support/editor.mjs";
import { picture } from "./support/picture.mjs";
import { startProxy } from "./support/proxy.mjs";
import { sentQuote } from "./support/seed.mjs";
import { fillSignature } from "./support/signature.mjs";
import { keptOnDevice } from "./support/unsent.mjs";
import { eventually } from "./support/wait.mjs";
import { controlled, look, workersVersion } from "./support/workers.mjs";

const scene = cellar();
const { cut, back } = scene;

const YEAR = 365 * 86_400_000;
const SCRIPT = "/service-worker.js";

/** From the next page on, the clock of this browser is so far ahead of where it was. */
function moveClock(context, ms) {
  return context.addInitScript((ms) => {
    const Before = Date;
    globalThis.Date = class extends Before {
      constructor(...parts) {
        if (parts.length > 0) super(...parts);
        else super(Before.now() + ms);
      }
      static now() {
        return Before.now() + ms;
      }
    };
  }, ms);
}

/** Presses the PIN where it is asked. */
async function unlock(page) {
  await page.getByText("Enter your PIN").waitFor();
  for (const digit of "7391") await page.getByRole("button", { name: digit, exact: true }).click();
}

/** The customer signs, on the page of their quote. */
async function sign(page) {
  const sheet = await fillSignature(page);
  await sheet.getByRole("button", { name: "Accept Quote" }).click();
  await page
    .getByText(/^Signed on this (phone|computer)$/)
    .first()
    .waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
}

test("a clock that is a year ahead asks for the PIN, loses nothing, and dates nothing that the server dates", async (t) => {
  const ada = await ready(t, scene, "clock", PHONE);
  const { page, context, who } = ada;
  ada.expectErrors(/401/);
  await page.evaluate(() => localStorage.clear());
  await context.clearCookies({ name: "plumbline_session" });
  await page.goto("/login");
  await enterPassword(page, "clock@example.com");
  const setUp = page.getByRole("dialog", { name: "Quick PIN Login" });
  await setUp.getByLabel("PIN", { exact: true }).fill("7391");
  await setUp.getByLabel("Confirm PIN").fill("7391");
  await setUp.getByRole("button", { name: "Set up PIN" }).click();
  await page.waitForURL(/\/dashboard/);
  const quote = await sentQuote(page, who);
  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Sign here" }).waitFor();
  await holds(page, "/api/quotes/public/");
  await page.goto("/contacts");
  await page.getByText("Margaret Holroyd").first().waitFor();
  await holds(page, "/api/contacts");
  await page.waitForTimeout(2_000);
  await cut(ada);
  await addContact(page, "Before Clock");

  await moveClock(context, YEAR);
  await page.goto("/contacts");
  await unlock(page);
  await page.getByText("Before Clock").first().waitFor({ timeout: 30_000 });
  await page.getByText("Margaret Holroyd").first().waitFor();
  await addContact(page, "After Clock");
  await page.goto(`/quotes/${quote.id}`);
  // A device that has its clock wrong by a year takes the signature all the same: the server judges the day.
  await sign(page);
  await picture(page, "offline-clock");

  const before = Date.now();
  await back(ada);
  await allSent(page);
  assert.deepEqual(await contactNames(page), ["After Clock", "Before Clock", "Margaret Holroyd"]);
  for (const { name, createdAt } of await read(page, "/api/contacts")) {
    assert.ok(createdAt <= Date.now(), `${name} is of ${new Date(createdAt).toISOString()}`);
    if (name !== "Margaret Holroyd") assert.ok(createdAt >= before - 1_000);
  }
  const { status, acceptance, totals } = await read(page, `/api/quotes/${quote.id}`);
  assert.deepEqual([status, totals.totalAmount], ["accepted", quote.totals.totalAmount]);
  assert.match(
    acceptance.withoutSignal,
    /The device’s clock was wrong: it said .*\. So the time of arrival counts: /,
  );

  await page.getByText("The clock of this phone is wrong").waitFor();
  await picture(page, "clock-is-wrong");

  // Put right again, it has moved once more.
  await moveClock(context, -YEAR);
  await context.setOffline(true);
  await page.goto("/contacts");
  await unlock(page);
  await page.getByText("After Clock").first().waitFor({ timeout: 30_000 });
});

test("a passkey opens the device without signal, and a quote that never was issued is signed there", async (t) => {
  const { url } = scene.server();
  const door = { ...scene.server(), url: url.replace("127.0.0.1", "localhost") };
  const ada = await ready(
    t,
    { ...scene, enter: (viewport) => scene.enter(viewport, door) },
    "unlock",
    DESKTOP,
  );
  const { page, context } = ada;
  ada.expectErrors(/passkeys\/begin|401/);
  await authenticator(page);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Password", { exact: true }).last().fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Name your passkey" }).waitFor();
  await page.request.post("/api/auth/logout");
  // The device takes the suggestion by itself.
  await page.goto("/login");
  await page.waitForURL("**/dashboard");
  await page.goto("/contacts");
  await page.getByText("Margaret Holroyd").filter({ visible: true }).first().waitFor();
  await page.goto("/quotes");
  await page.waitForTimeout(2_000);
  await cut(ada);
  await page.evaluate(() => localStorage.setItem("lastActivity", String(Date.now() - 25 * 60_000)));
  await page.goto("/contacts");
  await page.getByRole("button", { name: "Unlock with a passkey" }).waitFor();
  assert.equal(await page.getByText("Margaret Holroyd").count(), 0);
  await picture(page, "offline-passkey");
  await page.getByRole("button", { name: "Unlock with a passkey" }).click();
  await page.getByText("Margaret Holroyd").filter({ visible: true }).first().waitFor();

  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "Sump pump", quantity: "2", price: "150" });
  await page.getByText(HERE).first().waitFor();
  const id = documentId(page);
  await page.getByRole("button", { name: "Send quote" }).first().click();
  await page.getByRole("button", { name: /^(Get the link|Send once there is signal)/ }).click();
  await page.getByText("Will be sent").first().waitFor();
  await page.goto(`/quotes/${id}`);
  await sign(page);
  await picture(page, "offline-signed-unissued");
  // The signature can be taken back, and what it stands upon not before it; there is nothing else to be done yet.
  assert.equal(await page.getByRole("button", { name: "Take it back" }).count(), 1);
  assert.equal(await page.getByText(/^(Changes not shared|Acceptance certificate)$/).count(), 0);

  await back(ada);
  // What was opened here without the server is sent once the server knows who it is.
  await allSent(page);
  const stored = await read(page, `/api/quotes/${id}`);
  assert.deepEqual(
    [stored.status, stored.quoteNumber, stored.totals.totalAmount],
    ["accepted", "Q-0001", "300.00"],
  );
  assert.equal(stored.acceptance.name, "Margaret Holroyd");
  assert.match(
    stored.acceptance.withoutSignal,
    /^Signed without signal at .* by the device’s clock, received /,
  );
  assert.equal(stored.acceptance.earlierVersion ?? null, null);
});

test("of a quote that was changed elsewhere after it was signed, both sides read which version was", async (t) => {
  const ada = await ready(t, scene, "changed", PHONE);
  const { page, context, who } = ada;
  const quote = await sentQuote(page, who);
  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Sign here" }).waitFor();
  await page.waitForTimeout(1_000);
  await context.setOffline(true);
  await sign(page);
  const edit = {
    baseVersion: (await read(page, `/api/quotes/${quote.id}`)).version,
    operationId: crypto.randomUUID(),
    operations: [{ op: "setLine", line: "a", field: "price", value: "189.90" }],
  };
  const changed = await page.request.patch(`/api/quotes/${quote.id}`, { data: edit });
  assert.equal(changed.status(), 200, await changed.text());
  await context.setOffline(false);
  await allSent(page);
  const stored = await read(page, `/api/quotes/${quote.id}`);
  assert.equal(stored.status, "accepted");
  // 89.90 + 8.51 and 20 % of VAT: as it was signed.
  assert.equal(stored.totals.totalAmount, quote.totals.totalAmount);
  const said = /Margaret Holroyd signed the version of .*\. The change of .* was not part of it\./;
  assert.match(stored.acceptance.earlierVersion, said);
  await page.goto(`/quotes/${quote.id}`);
  await page.getByText(said).first().waitFor();
  await picture(page, "offline-signed-changed");
  const customer = await scene.enter(PHONE);
  t.after(() => customer.close());
  await customer.page.goto(quote.publicUrl);
  await customer.page.getByText(said).first().waitFor();
});

test("an update of the app finds what the version before it kept, and sends it once", async (t) => {
  const proxy = await startProxy(scene.server());
  t.after(() => proxy.stop());
  const ada = await ready(
    t,
    { ...scene, enter: (viewport) => scene.enter(viewport, proxy) },
    "updated",
    DESKTOP,
  );
  const { page, context } = ada;
  ada.expectErrors(/502/);
  const { appVersion } = await read(page, "/api/system/version");
  const script = await (await page.request.get(SCRIPT)).text();
  assert.equal(await workersVersion(page), appVersion);
  await context.setOffline(true);
  await addContact(page, "Dora Cellar");
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Dora Cellar");
  await fillLine(page, 1, { name: "Sump pump", quantity: "2", price: "150" });
  await keptOnDevice(page, "Sump pump");
  const id = documentId(page);
  await page.goto("about:blank");

  // The newer app comes before anything of it can be sent.
  proxy.answers.set(SCRIPT, { type: "text/javascript", body: script.replaceAll(appVersion, "99.0.0") });
  const down = { status: 502, type: "text/html", body: "<html>Bad gateway</html>" };
  for (const path of ["/api/contacts", "/api/quotes"]) proxy.answers.set(path, down);
  await context.setOffline(false);
  await page.goto("/waiting");
  await look(page).catch(() => {});
  await eventually(
    "the newer app",
    async () => {
      const version = async () => {
        await controlled(page);
        await page.waitForTimeout(1_500);
        return await workersVersion(page);
      };
      // The page may reload while it is asked, or being opened.
      if ((await version().catch(() => "")) === "99.0.0") return true;
      // A worker that is watched, as it is here, counts as busy: it gives way once its last page is closed.
      await page.goto("about:blank");
      await page.goto("/waiting").catch(() => {});
      return false;
    },
    60_000,
  );
  await page.goto("/waiting");
  await page.getByText("New contact: Dora Cellar").waitFor();
  await page.getByText("New quote for Dora Cellar").waitFor();
  proxy.answers.delete("/api/contacts");
  proxy.answers.delete("/api/quotes");
  await allSent(page);
  assert.equal(await workersVersion(page), "99.0.0");
  assert.deepEqual(await contactNames(page), ["Dora Cellar", "Margaret Holroyd"]);
  const quotes = (await read(page, "/api/quotes")).data;
  assert.deepEqual(
    quotes.map((one) => [one.id, one.contactName, one.totalAmount]),
    [[id, "Dora Cellar", "300.00"]],
  );
});
