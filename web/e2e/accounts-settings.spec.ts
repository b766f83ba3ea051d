// Resetting a password by email, and the account settings.
import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { enterPassword, logIn, PASSWORD } from "./support/account.ts";
import { DESKTOP, PHONE } from "./support/browser.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { waitForMail } from "./support/mail.ts";
import { getJson, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

const NEW_PASSWORD = "Spirit-level-8";

/** Opens the settings and waits for their last part. */
async function openSettings(page: Page): Promise<void> {
  await page.goto("/settings");
  await page.getByRole("heading", { name: "Delete my account" }).waitFor();
}

const findPasswordDialog = (page: Page) => page.getByRole("dialog", { name: "Enter your password" });

/** Enters the password in the dialog that asks for it. */
async function confirmPassword(page: Page, password = PASSWORD): Promise<void> {
  await findPasswordDialog(page).getByLabel("Password", { exact: true }).fill(password);
  await findPasswordDialog(page).getByRole("button", { name: "Confirm" }).click();
}

test("a forgotten password is reset through a link in an email", async ({ owner, server }) => {
  const { page, account, expectErrors } = await owner(PHONE);
  expectErrors(/401/);
  await page.request.post("/api/auth/logout");
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expectSoundLayout(page, "the page for a forgotten password");
  await page.getByLabel("Email", { exact: true }).fill(account.email);
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await page.getByRole("heading", { name: "Check Your Email" }).waitFor();
  await page.getByText("Reset link sent").first().waitFor();
  await expectFits(page, "what tells them to read their email");

  const [, token] = await waitForMail(server, account.email, /reset-password\?token=([\w-]+)/);
  await page.goto(`/reset-password?token=${token}`);
  const update = page.getByRole("button", { name: "Update Password" });
  // The same list as at registration, but here a special character is required.
  const special = page.getByRole("listitem").filter({ hasText: "At least one special character" });
  await special.getByText("Not met:").waitFor();
  await expect(page.getByText("(recommended)")).toHaveCount(0);
  await expect(update).toBeDisabled();
  const password = page.getByLabel("New password", { exact: true });
  await password.fill(NEW_PASSWORD);
  await special.getByText("Met:", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Show password" }).first().click();
  await expect(password).toHaveAttribute("type", "text");
  const again = page.getByLabel("Confirm password", { exact: true });
  await again.fill(`${NEW_PASSWORD}!`);
  await page.getByText("Passwords do not match").waitFor();
  await expect(update).toBeDisabled();
  await again.fill(NEW_PASSWORD);
  await expectSoundLayout(page, "the page for a new password");
  await page.clock.install();
  await update.click();
  await page.getByRole("heading", { name: "Password Reset Complete" }).waitFor();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.getByText("Password reset successful").first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/reset-password");
  await page.clock.runFor(3000);
  await page.waitForURL("**/login");
  await page.clock.resume();
  await logIn(page, account.email, NEW_PASSWORD);
});

test("name, email and password are changed", { tag: "@both" }, async ({ owner, server, size }) => {
  const { page, account, expectErrors } = await owner();
  expectErrors(/403|400/);
  await openSettings(page);
  const create = page.getByRole("button", { name: "New", exact: true });
  await expect(create).toBeVisible({ visible: size === "desktop" });

  await page.getByLabel("Full name").fill("Ada Plumb");
  await page.getByRole("button", { name: "Save name" }).click();
  await page.getByText("Your name was saved").first().waitFor();
  expect((await getJson(page, "/api/account")).name).toBe("Ada Plumb");

  const next = `new-${randomUUID()}@example.com`;
  await page.getByRole("button", { name: "Change email" }).click();
  await page.getByLabel("New email").fill(next);
  await page.getByRole("button", { name: "Send code" }).click();
  await findPasswordDialog(page).waitFor();
  await expectFits(page, "the password dialog");
  await confirmPassword(page, "not-this-one");
  await findPasswordDialog(page).getByText("That password isn’t right.").waitFor();
  await confirmPassword(page);
  const [, code] = await waitForMail(server, next, /(\d{6}) is your Plumbline verification code/);
  await page.getByLabel("Code from the new address").fill(code ?? "");
  await page.getByRole("button", { name: "Confirm new email" }).click();
  await page.getByText("Your email address was changed").first().waitFor();
  expect((await getJson(page, "/api/account")).email).toBe(next);
  await waitForMail(server, account.email, /was changed/);

  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByLabel("Current password").fill("not-this-one");
  await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel("Confirm password", { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Save password" }).click();
  await page.getByText("That password isn’t right.").waitFor();
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Save password" }).click();
  await page.getByText("Your password was changed").first().waitFor();
});

test("other devices are listed and logged out", async ({ owner, enter }) => {
  const { page, account } = await owner(DESKTOP);
  const phone = await enter(PHONE);
  phone.expectErrors(/401/);
  await phone.page.goto("/login");
  await logIn(phone.page, account.email);
  await openSettings(page);
  const list = page.getByRole("region", { name: "Logged-in devices" }).or(page.getByRole("list"));
  await list.getByText("This device").first().waitFor();
  // On the smallest phone no text overflows its row and runs under the button.
  await page.setViewportSize({ width: 320, height: 640 });
  const other = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: /^Log out Chrome/ }) });
  const cutOff = await other
    .locator("p")
    .evaluateAll((texts) => texts.filter((text) => text.scrollWidth > text.clientWidth + 1).length);
  expect(cutOff).toBe(0);
  await page.setViewportSize(DESKTOP);
  await page.getByRole("button", { name: /^Log out Chrome/ }).click();
  const done = page.getByText(/has been logged out/);
  await done.first().waitFor();
  expect((await phone.page.request.get("/api/auth/me")).status()).toBe(401);
  expect(await getJson(page, "/api/account/sessions")).toHaveLength(1);
});

test("a copy of all data is made and downloaded", async ({ plumber }) => {
  const { page, expectErrors } = await plumber(PHONE);
  expectErrors(/403/);
  await openSettings(page);
  await page.getByRole("button", { name: "Make a copy of my data" }).click();
  await confirmPassword(page);
  const link = page.getByRole("link", { name: /^Download the copy/ });
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect((await stat(await download.path())).size).toBeGreaterThan(100);
});

test("bank details are saved once the password is confirmed", async ({ owner }) => {
  const { page, expectErrors } = await owner(DESKTOP);
  expectErrors(/403/);
  const profile = await postJson(page, "/api/business-profiles", {
    name: "Pipe & Daughters",
    accepts_bank_transfer: true,
  });
  let isAsked = false;
  await page.route(`**/api/business-profiles/${profile.id}`, (route) => {
    if (route.request().method() !== "PUT" || isAsked) return route.fallback();
    isAsked = true;
    // The server's response if the login was more than five minutes ago.
    return route.fulfill({
      status: 403,
      json: { message: "Please enter your password.", code: "password_required" },
    });
  });
  await page.goto(`/settings/business-profiles/${profile.id}`);
  await page.getByLabel("Sort code").fill("601613");
  await page.getByLabel("Account number").fill("31926819");
  await page.getByRole("button", { name: "Save changes" }).click();
  await findPasswordDialog(page)
    .getByText(/(add|change) bank details/)
    .waitFor();
  await confirmPassword(page);
  await page.waitForURL("**/settings/business-profiles");
  expect((await getJson(page, `/api/business-profiles/${profile.id}`)).accountNumber).toBe("31926819");
});

test("an account is deleted with everything in it", async ({ owner }) => {
  const { page, account, expectErrors } = await owner(PHONE);
  expectErrors(/40[01]/);
  await openSettings(page);
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await expectFits(page, "the deletion dialog");
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await dialog.getByText("Type “delete” to continue.").waitFor();
  await dialog.getByLabel(/^Type “delete”/).fill("delete");
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await page.waitForURL("**/login?deleted=true");
  await page
    .getByText("Your account has been successfully deleted. All your data has been permanently removed.")
    .waitFor();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await enterPassword(page, account.email);
  await page.getByText("Invalid email address or password").first().waitFor();
});
