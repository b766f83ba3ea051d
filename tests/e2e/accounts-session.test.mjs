// The session: twenty quiet minutes, several tabs, and the end from elsewhere.
import assert from "node:assert/strict";
import test from "node:test";
import { enterPassword } from "./support/account.mjs";
import { read } from "./support/api.mjs";
import { DESKTOP } from "./support/browser.mjs";
import { arrive } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter } = stage();
const INACTIVITY = "You have been logged out due to inactivity for 20 minutes";
const MINUTE = 60_000;

/** Somebody signed in at a desk, with the console's 401s foreseen. */
async function seated(t, email) {
  const ada = await enter(DESKTOP);
  ada.expectErrors(/401/);
  t.after(() => ada.close());
  await arrive(ada.page, server(), email);
  return ada;
}

test("twenty quiet minutes end the session, and keep what is kept", async (t) => {
  const { page } = await seated(t, "quiet@example.com");
  await page.clock.install();
  await page.goto("/quotes");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.evaluate(() => {
    localStorage.setItem("usePin", "true");
    localStorage.setItem("pinSetupCompleted", "true");
    localStorage.setItem("lastLoggedInUserId", "somebody");
    localStorage.setItem("cached_contacts", "[]");
    sessionStorage.setItem("anything", "1");
  });
  // From here on the clock moves only when it is told to: the notice is there for 3 seconds.
  await page.clock.pauseAt(Date.now() + MINUTE);
  await page.mouse.move(100, 100);
  await page.clock.runFor(19 * MINUTE);
  assert.equal(new URL(page.url()).pathname, "/quotes");
  await page.mouse.move(200, 200);
  await page.clock.runFor(19 * MINUTE);
  assert.equal(new URL(page.url()).pathname, "/quotes");
  await page.clock.runFor(MINUTE + 1000);
  await page.waitForURL("**/login");
  await page.getByText(INACTIVITY).first().waitFor();
  const left = await page.evaluate(() => ({ local: { ...localStorage }, session: sessionStorage.length }));
  assert.deepEqual(left, {
    local: { usePin: "true", pinSetupCompleted: "true", lastLoggedInUserId: "somebody" },
    session: 0,
  });
  assert.equal(
    (await page.request.get("/api/auth/me")).status(),
    401,
    "the server's session is over as well",
  );
});

test("logging out in one tab logs out the other, and in again likewise", async (t) => {
  const email = "tabs@example.com";
  const { page, context } = await seated(t, email);
  await page.goto("/contacts");
  const other = await context.newPage();
  await other.goto("/quotes");
  await other.getByRole("heading", { level: 1 }).waitFor();

  await page.getByRole("button", { name: /Ada Pipe/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.waitForURL("**/login");
  await other.waitForURL("**/login");

  await enterPassword(page, email);
  await page.waitForURL("**/dashboard");
  await other.waitForURL("**/dashboard");
});

test("a session that was ended elsewhere ends here at the next request", async (t) => {
  const email = "elsewhere@example.com";
  const { page } = await seated(t, email);
  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const phone = await enter(DESKTOP);
  t.after(() => phone.close());
  await phone.page.goto("/login");
  await enterPassword(phone.page, email);
  await phone.page.waitForURL("**/dashboard");
  assert.equal((await phone.page.request.delete("/api/account/sessions")).status(), 204);

  await page.getByRole("link", { name: "Quotes", exact: true }).click();
  await page.waitForURL("**/login");
  assert.equal(await page.getByText(INACTIVITY).count(), 0, "nobody was inactive");
  await enterPassword(page, email);
  await page.waitForURL("**/quotes");
});

test("a newer app on the server is fetched when the session is over", async (t) => {
  const { page } = await seated(t, "update@example.com");
  await page.addInitScript(() => {
    const controller = { postMessage: (_, [port]) => port.postMessage({ version: "0.0.1" }) };
    Object.defineProperty(navigator, "serviceWorker", {
      value: { controller, getRegistrations: async () => [], addEventListener() {} },
    });
  });
  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.evaluate(() => {
    localStorage.setItem("skipPinSetup", "true");
    localStorage.setItem("cached_items", "[]");
  });
  await page.context().clearCookies();
  await page.route("**/api/quotes*", (route) =>
    route.fulfill({ status: 401, headers: { "X-Session-Expired": "true" }, json: { message: "Over" } }),
  );
  const reloaded = page.waitForEvent("load");
  await page.getByRole("link", { name: "Quotes", exact: true }).click();
  await reloaded;
  assert.equal(new URL(page.url()).pathname, "/login");
  assert.deepEqual(await page.evaluate(() => ({ ...localStorage })), { skipPinSetup: "true" });
});

test("a visitor is sent to the login page and back to where they were heading", async (t) => {
  const email = "heading@example.com";
  const { page, context } = await seated(t, email);
  assert.ok((await read(page, "/api/auth/me")).id);
  await context.clearCookies();
  await page.goto("/items");
  await page.waitForURL("**/login");
  await enterPassword(page, email);
  await page.waitForURL("**/items");
});
