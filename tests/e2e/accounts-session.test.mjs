// The session: twenty quiet minutes, several tabs, and the end from elsewhere.
import assert from "node:assert/strict";
import test from "node:test";
import { enterPassword } from "./support/account.mjs";
import { read } from "./support/api.mjs";
import { DESKTOP } from "./support/browser.mjs";
import { deafen } from "./support/customer.mjs";
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
  const notice = page.getByRole("listitem").filter({ hasText: INACTIVITY });
  await notice.waitFor();
  // A second of them is over.
  await page.clock.runFor(1500);
  assert.equal(await notice.count(), 1);
  await page.clock.runFor(1000);
  assert.equal(await notice.count(), 0, "said for 3 seconds");
  const left = await page.evaluate(() => ({ local: { ...localStorage }, session: sessionStorage.length }));
  assert.deepEqual(left, {
    local: { usePin: "true", pinSetupCompleted: "true", lastLoggedInUserId: "somebody" },
    session: 0,
  });
  assert.equal(
    (await page.request.get("/api/account")).status(),
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
  // The socket would tell of it before anything is asked for.
  await deafen(page);
  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1 }).waitFor();
  // What the dashboard asks for as it opens is answered: the next request is what is pressed below.
  await page.waitForLoadState("networkidle");
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

test("a desk's browser asks for the password, whatever a PIN's flags say", async (t) => {
  const { page } = await seated(t, "desk@example.com");
  await page.request.post("/api/auth/logout");
  await page.goto("/login");
  await page.evaluate(() => {
    for (const flag of ["usePin", "pinSetupCompleted", "lastLoggedInUserId"])
      localStorage.setItem(flag, "true");
  });
  await page.reload();
  await page.getByLabel("Email", { exact: true }).waitFor();
  assert.equal(await page.getByRole("heading", { name: "Enter your PIN" }).count(), 0);
});

test("a reset link opens for somebody who is signed in as well", async (t) => {
  const { page } = await seated(t, "both@example.com");
  await page.goto("/reset-password?token=any");
  await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
  await page.goto("/login");
  await page.waitForURL("**/dashboard");
});

test("a visitor is sent to the login page and back to where they were heading", async (t) => {
  const email = "heading@example.com";
  const { page, context } = await seated(t, email);
  assert.ok((await read(page, "/api/auth/me")).id);
  await context.clearCookies({ name: /session|device/ });
  await page.goto("/items");
  await page.waitForURL("**/login");
  await enterPassword(page, email);
  await page.waitForURL("**/items");
});
