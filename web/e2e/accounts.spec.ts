// Signing up, logging in, and the pages that somebody without a session sees.
import { randomUUID } from "node:crypto";
import { enterPassword, logIn, signUp } from "./support/account.ts";
import { PHONE } from "./support/browser.ts";
import { sound } from "./support/layout.ts";
import { expect, test } from "./support/test.ts";

test("somebody signs up, logs out and logs in again", { tag: "@both" }, async ({ enter, server }) => {
  const email = `ada-${randomUUID()}@example.com`;
  const { page, context } = await enter();
  for (const path of ["/register", "/verify-email?email=ada%40example.com", "/login?verified=true"]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await sound(page, path);
  }
  await expect(page.getByText("Your email address is verified.")).toBeVisible();
  await signUp(page, server, { name: "Ada Pipe", email });
  const toasts = page.getByRole("listitem").filter({ hasText: "Email verified!" });
  await expect(toasts, "nobody who is logged in is told that they can log in").toHaveCount(0);
  await sound(page, "/dashboard");
  await context.clearCookies({ name: /session|device/ });
  await page.goto("/quotes");
  await page.waitForURL("**/login*");
  await logIn(page, email);
  await expect(page).toHaveURL(/\/quotes$/);
});

test("the login page that a link leads to begins at its top", async ({ enter }) => {
  const { page } = await enter({ width: 390, height: 500 });
  await page.goto("/register");
  const link = page.getByRole("link", { name: "Log in", exact: true });
  await page.getByRole("button", { name: "Register", exact: true }).waitFor();
  await link.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await link.click();
  await page.getByRole("link", { name: "Forgot your password?" }).waitFor();
  // It is long enough to be scrolled: a shorter page would be at its top in any case.
  const beyond = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  expect(beyond).toBeGreaterThan(20);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test("a wrong email address or password is answered in words", async ({ enter }) => {
  const { page, expectErrors } = await enter(PHONE);
  expectErrors(/\/api\/auth\//);
  await page.goto("/login");
  await enterPassword(page, "bob@example.com");
  await expect(page.getByText("Invalid email address or password").first()).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("bob@example.com");
});
