// The session: it ends after twenty minutes without activity, in every tab, and when it is ended on another
// device.
import type { Page } from "@playwright/test";
import { enterPassword, leaveAndLogOut } from "./support/account.ts";
import { DESKTOP } from "./support/browser.ts";
import { blockLiveUpdates } from "./support/customer.ts";
import { getJson } from "./support/seed.ts";
import { expect, type Owner, type TestFixtures, test } from "./support/test.ts";

const INACTIVITY = "You have been logged out due to inactivity for 20 minutes";
const MINUTE = 60_000;
const PREFETCHED = ["contacts", "items", "business-profiles", "quote-templates", "quotes", "invoices"];

/** An owner logged in on a desktop; the server's 401 responses are part of each test. */
async function openOwner(owner: TestFixtures["owner"]): Promise<Owner> {
  const ada = await owner(DESKTOP);
  ada.expectErrors(/401/);
  return ada;
}

const getPath = (page: Page) => new URL(page.url()).pathname;

test("twenty minutes of inactivity end the session, but the PIN settings stay on the device", async ({
  owner,
}) => {
  const { page } = await openOwner(owner);
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
  // From here on only the test advances the clock: the notice is displayed for 3 seconds.
  await page.clock.pauseAt(Date.now() + MINUTE);
  await page.mouse.move(100, 100);
  await page.clock.runFor(19 * MINUTE);
  expect(getPath(page)).toBe("/quotes");
  await page.mouse.move(200, 200);
  await page.clock.runFor(19 * MINUTE);
  expect(getPath(page)).toBe("/quotes");
  await page.clock.runFor(MINUTE + 1000);
  await page.waitForURL("**/login");
  const notice = page.getByRole("listitem").filter({ hasText: INACTIVITY });
  await notice.waitFor();
  // One of its 3 seconds has passed.
  await page.clock.runFor(1500);
  await expect(notice).toHaveCount(1);
  await page.clock.runFor(1000);
  await expect(notice, "shown for 3 seconds").toHaveCount(0);
  const left = await page.evaluate(() => ({ local: { ...localStorage }, session: sessionStorage.length }));
  expect(left).toEqual({
    local: { usePin: "true", pinSetupCompleted: "true", lastLoggedInUserId: "somebody" },
    session: 0,
  });
  const answer = await page.request.get("/api/account");
  expect(answer.status(), "the server's session is over as well").toBe(401);
});

test("logging in or out in one tab does the same in the other", async ({ owner }) => {
  const { page, context, account } = await openOwner(owner);
  await page.goto("/contacts");
  const other = await context.newPage();
  await other.goto("/quotes");
  await other.getByRole("heading", { level: 1 }).waitFor();

  await page.getByRole("button", { name: /Ada Pipe/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.waitForURL("**/login");
  await other.waitForURL("**/login");

  await enterPassword(page, account.email);
  await page.waitForURL("**/dashboard");
  await other.waitForURL("**/dashboard");
});

test("a session ended from another device is noticed at the next request", async ({ owner, enter }) => {
  const { page, account } = await openOwner(owner);
  // Without this, a live update would end the session before the next request.
  await blockLiveUpdates(page);
  // Soon after it has opened, the app prefetches: the next request is then the one below.
  const isAhead = Promise.all(PREFETCHED.map((path) => page.waitForResponse(`**/api/${path}*`)));
  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await isAhead;
  const elsewhere = await enter(DESKTOP);
  await elsewhere.page.goto("/login");
  await enterPassword(elsewhere.page, account.email);
  await elsewhere.page.waitForURL("**/dashboard");
  expect((await elsewhere.page.request.delete("/api/account/sessions")).status()).toBe(204);

  await page.getByRole("link", { name: "Expenses", exact: true }).click();
  await page.waitForURL("**/login");
  await page.getByRole("button", { name: "Log in", exact: true }).waitFor();
  await expect(page.getByText(INACTIVITY), "nobody was inactive").toHaveCount(0);
  await enterPassword(page, account.email);
  await page.waitForURL("**/expenses");
});

test("a desktop browser asks for the password even if a PIN was set up", async ({ owner }) => {
  const { page } = await openOwner(owner);
  await leaveAndLogOut(page);
  await page.goto("/login");
  await page.evaluate(() => {
    for (const flag of ["usePin", "pinSetupCompleted", "lastLoggedInUserId"])
      localStorage.setItem(flag, "true");
  });
  await page.reload();
  await page.getByLabel("Email", { exact: true }).waitFor();
  await expect(page.getByRole("heading", { name: "Enter your PIN" })).toHaveCount(0);
});

test("a password reset link also opens for somebody who is logged in", async ({ owner }) => {
  const { page } = await openOwner(owner);
  await page.goto("/reset-password?token=any");
  await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
  await page.goto("/login");
  await page.waitForURL("**/dashboard");
});

test("after logging in, a visitor reaches the page that they first asked for", async ({ owner }) => {
  const { page, context, account } = await openOwner(owner);
  expect((await getJson(page, "/api/auth/me")).id).toBeTruthy();
  await context.clearCookies({ name: /session|device/ });
  await page.goto("/items");
  await page.waitForURL("**/login");
  await enterPassword(page, account.email);
  await page.waitForURL("**/items");
});
