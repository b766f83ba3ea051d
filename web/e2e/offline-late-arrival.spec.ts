// Work that reaches the server later: with a wrong clock, behind a passkey, with a signature, and after an
// update of the app.
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { addAuthenticator, enterPin, PASSWORD, setUpPin, simulateIdleDevice } from "./support/account.ts";
import { DESKTOP, PHONE } from "./support/browser.ts";
import { addContact, contactNames } from "./support/contacts.ts";
import { signOnDevice } from "./support/customer.ts";
import { waitForUnsentText } from "./support/device-storage.ts";
import { chooseCustomer, fillLine, getDocumentId, ON_DEVICE_ONLY } from "./support/editor.ts";
import { front, type ProxyServer } from "./support/faults.ts";
import { test as base, waitForAllSent, waitForCached, waitForPrefetch } from "./support/offline.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createSentQuote, getJson, type Json, postJson } from "./support/seed.ts";
import { checkForUpdate, getWorkerVersion, openUnderVersion } from "./support/service-worker.ts";

const test = base.extend<{ front: ProxyServer }>({ front });

const YEAR = 365 * 86_400_000;
const SCRIPT = "/service-worker.js";

/** From the next page on, this browser's clock is this far ahead. */
async function moveClock(context: BrowserContext, ms: number) {
  await context.addInitScript((ms) => {
    const Before = Date;
    const now = () => Before.now() + ms;
    globalThis.Date = new Proxy(Before, {
      construct: (_, parts: []) => (parts.length > 0 ? new Before(...parts) : new Before(now())),
      get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
    });
  }, ms);
}

/** The customer signs on the page of their quote. */
async function signQuote(page: Page) {
  await signOnDevice(page);
  await page.keyboard.press("Escape");
}

test("a clock that is a year ahead asks for the PIN, loses nothing and changes no date on the server", async ({
  stoppableServer,
}) => {
  const ada = await stoppableServer.ready(PHONE);
  const { page, context, who } = ada;
  ada.expectErrors(/401/);
  await setUpPin(ada);
  const quote = await createSentQuote(page, who);
  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Sign here" }).waitFor();
  await waitForCached(page, "/api/quotes/public/");
  await page.goto("/contacts");
  await page.getByText("Margaret Holroyd").first().waitFor();
  await waitForCached(page, "/api/contacts");
  await stoppableServer.cut(ada);
  await addContact(page, "Before Clock");

  await moveClock(context, YEAR);
  await page.goto("/contacts");
  await enterPin(page);
  await page.getByText("Before Clock").first().waitFor();
  await page.getByText("Margaret Holroyd").first().waitFor();
  await addContact(page, "After Clock");
  await page.goto(`/quotes/${quote.id}`);
  // A device whose clock is a year wrong accepts the signature all the same: the server checks the date.
  await signQuote(page);
  await takePagePicture(page, "offline-clock");

  const before = Date.now();
  await stoppableServer.back(ada);
  await waitForAllSent(page);
  expect(await contactNames(page)).toEqual(["After Clock", "Before Clock", "Margaret Holroyd"]);
  for (const { name, createdAt } of await getJson(page, "/api/contacts")) {
    expect(createdAt, name).toBeLessThanOrEqual(Date.now());
    if (name !== "Margaret Holroyd") expect(createdAt, name).toBeGreaterThanOrEqual(before - 1_000);
  }
  const { status, acceptance, totals } = await getJson(page, `/api/quotes/${quote.id}`);
  expect([status, totals.totalAmount]).toEqual(["accepted", quote.totals.totalAmount]);
  expect(acceptance.withoutSignal).toMatch(
    /The device’s clock was wrong: it said .*, so we’ve used the time we received it: /,
  );

  await page.getByText("The clock of this phone is wrong").waitFor();
  await takePagePicture(page, "clock-is-wrong");

  // Correcting the clock moves it once more.
  await moveClock(context, -YEAR);
  await context.setOffline(true);
  await page.goto("/contacts");
  await enterPin(page);
  await page.getByText("After Clock").first().waitFor();
});

test("a passkey opens the device without signal, and a quote that was never issued is signed there", async ({
  stoppableServer,
}) => {
  // A passkey is bound to a host name, and an IP address isn't one.
  const localServer = { url: stoppableServer.server().url.replace("127.0.0.1", "localhost") };
  const { account } = await stoppableServer.plumber(DESKTOP);
  const ada = await stoppableServer.enter(DESKTOP, { at: localServer });
  const { page } = ada;
  ada.expectErrors(/passkeys\/begin|401/);
  await postJson(page, "/api/auth/login", { username: account.email, password: PASSWORD });
  await waitForPrefetch(page);
  await addAuthenticator(page);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Password", { exact: true }).last().fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Name your passkey" }).waitFor();
  await page.request.post("/api/auth/logout");
  // The virtual device accepts the suggestion automatically.
  await page.goto("/login");
  await page.waitForURL("**/dashboard");
  await page.goto("/contacts");
  await page.getByText("Margaret Holroyd").filter({ visible: true }).first().waitFor();
  await page.goto("/quotes");
  await waitForCached(page, "/api/contacts");
  await stoppableServer.cut(ada);
  await simulateIdleDevice(page);
  await page.goto("/contacts");
  await page.getByRole("button", { name: "Unlock with a passkey" }).waitFor();
  await expect(page.getByText("Margaret Holroyd")).toHaveCount(0);
  await takePagePicture(page, "offline-passkey");
  await page.getByRole("button", { name: "Unlock with a passkey" }).click();
  await page.getByText("Margaret Holroyd").filter({ visible: true }).first().waitFor();

  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await fillLine(page, 1, { name: "Sump pump", quantity: "2", price: "150" });
  await page.getByText(ON_DEVICE_ONLY).first().waitFor();
  const id = getDocumentId(page);
  await page.getByRole("button", { name: "Send quote" }).first().click();
  await page.getByRole("button", { name: /^(Get the link|Send once there is signal)/ }).click();
  await page.getByText("Will be sent").first().waitFor();
  await page.goto(`/quotes/${id}`);
  await signQuote(page);
  await takePagePicture(page, "offline-signed-unissued");
  // The signature can be withdrawn, but not the changes it depends on; there are no other actions yet.
  await expect(page.getByRole("button", { name: "Don’t send it" })).toHaveCount(1);
  await expect(page.getByText(/^(Changes not shared|Acceptance certificate)$/)).toHaveCount(0);

  await stoppableServer.back(ada);
  // Changes made after unlocking without the server are sent once the server knows who the user is.
  await waitForAllSent(page);
  const stored = await getJson(page, `/api/quotes/${id}`);
  expect([stored.status, stored.quoteNumber, stored.totals.totalAmount]).toEqual([
    "accepted",
    "Q-0001",
    "300.00",
  ]);
  expect(stored.acceptance.name).toBe("Margaret Holroyd");
  expect(stored.acceptance.withoutSignal).toMatch(
    /^Signed without signal at .* by the device’s clock, received /,
  );
  expect(stored.acceptance.earlierVersion ?? null).toBe(null);
});

test("both sides read which version of a quote was signed, when it was changed elsewhere meanwhile", async ({
  ready,
  enter,
}) => {
  const ada = await ready(PHONE);
  const { page, context, who } = ada;
  const quote = await createSentQuote(page, who);
  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Sign here" }).waitFor();
  await waitForCached(page, "/api/quotes/public/");
  await context.setOffline(true);
  await signQuote(page);
  const edit = {
    baseVersion: (await getJson(page, `/api/quotes/${quote.id}`)).version,
    operationId: crypto.randomUUID(),
    operations: [{ op: "setLine", line: "a", field: "price", value: "189.90" }],
  };
  const changed = await page.request.patch(`/api/quotes/${quote.id}`, { data: edit });
  expect(changed.status(), await changed.text()).toBe(200);
  await context.setOffline(false);
  await waitForAllSent(page);
  const stored = await getJson(page, `/api/quotes/${quote.id}`);
  expect(stored.status).toBe("accepted");
  // 89.90 + 8.51 and 20 % VAT, as when it was signed.
  expect(stored.totals.totalAmount).toBe(quote.totals.totalAmount);
  const versionSentence =
    /Margaret Holroyd signed the version from .*\. It doesn’t include the change made .*\./;
  expect(stored.acceptance.earlierVersion).toMatch(versionSentence);
  await page.goto(`/quotes/${quote.id}`);
  await page.getByText(versionSentence).first().waitFor();
  await takePagePicture(page, "offline-signed-changed");
  const customer = await enter(PHONE);
  await customer.page.goto(quote.publicUrl);
  await customer.page.getByText(versionSentence).first().waitFor();
});

test("an update of the app finds what the earlier version stored, and sends it once", async ({
  ready,
  front,
}) => {
  const ada = await ready(DESKTOP, { at: front });
  const { page, context } = ada;
  ada.expectErrors(/502/);
  const { appVersion } = await getJson(page, "/api/system/version");
  const script = await (await page.request.get(SCRIPT)).text();
  expect(await getWorkerVersion(page)).toBe(appVersion);
  await context.setOffline(true);
  await addContact(page, "Dora Cellar");
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Dora Cellar");
  await fillLine(page, 1, { name: "Sump pump", quantity: "2", price: "150" });
  await waitForUnsentText(page, "Sump pump");
  const id = getDocumentId(page);
  await page.goto("about:blank");

  // The newer app takes over before any of the changes can be sent.
  front.answers.set(SCRIPT, { type: "text/javascript", body: script.replaceAll(appVersion, "99.0.0") });
  const down = { status: 502, type: "text/html", body: "<html>Bad gateway</html>" };
  for (const path of ["/api/contacts", "/api/quotes"]) front.answers.set(path, down);
  await context.setOffline(false);
  await page.goto("/waiting");
  await checkForUpdate(page).catch(() => {});
  await openUnderVersion("99.0.0", page, "/waiting");
  await page.getByText("New customer: Dora Cellar").waitFor();
  await page.getByText("New quote for Dora Cellar").waitFor();
  front.answers.delete("/api/contacts");
  front.answers.delete("/api/quotes");
  await waitForAllSent(page);
  expect(await getWorkerVersion(page)).toBe("99.0.0");
  expect(await contactNames(page)).toEqual(["Dora Cellar", "Margaret Holroyd"]);
  const quotes = (await getJson(page, "/api/quotes")).data;
  expect(quotes.map((one: Json) => [one.id, one.contactName, one.totalAmount])).toEqual([
    [id, "Dora Cellar", "300.00"],
  ]);
});
