// Pictures of logging in, signing up and the account settings, in each of their states.
import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { enterPassword, PASSWORD, waitForCaptcha } from "../support/account.ts";
import { SIZES } from "../support/browser.ts";
import { test } from "../support/installed.ts";
import { waitForMail } from "../support/mail.ts";
import { getJson } from "../support/seed.ts";
import { restoreSession } from "../support/test.ts";
import { takePictures } from "./demo.ts";

// With the usual limits, the human check is required after a few wrong passwords.
test.use({ settings: { PLUMBLINE_LIMIT_FACTOR: "1" } });

const ANY_ERROR = /./;
const createEmail = () => `ada-${randomUUID()}@example.com`;
const findField = (within: Page | Locator, label: string) => within.getByLabel(label, { exact: true });
const pressButton = (within: Page | Locator, name: string) =>
  within.getByRole("button", { name, exact: true }).click();
const waitForHeading = (page: Page, name: string) => page.getByRole("heading", { name }).waitFor();

/** Opens a page and waits for its first heading. */
async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading").first().waitFor();
  await page.waitForLoadState("networkidle");
}

for (const [size, viewport] of Object.entries(SIZES)) {
  const shoot = (page: Page, name: string) => takePictures(page, size, name);

  test(`logging in (${size})`, async ({ enter }) => {
    const { page, expectErrors } = await enter(viewport);
    expectErrors(ANY_ERROR);
    const email = createEmail();
    await openPage(page, "/login");
    await shoot(page, "login");
    await pressButton(page, "Log in");
    await page.getByText("Please enter a valid email address").waitFor();
    await shoot(page, "login-invalid");
    await enterPassword(page, email);
    await page.getByText("Invalid email address or password").first().waitFor();
    await shoot(page, "login-failed");
    for (let wrong = 1; wrong < 4; wrong += 1) {
      const answer = page.waitForResponse("**/api/auth/login");
      await enterPassword(page, email);
      await answer;
    }
    await page.locator("[data-captcha]").waitFor();
    await shoot(page, "login-human-check");
    await openPage(page, "/login?verified=true");
    await shoot(page, "login-verified");
    await openPage(page, "/login?deleted=true");
    await shoot(page, "login-deleted");
  });

  test(`signing up (${size})`, async ({ enter, server }) => {
    const { page, expectErrors } = await enter(viewport);
    expectErrors(ANY_ERROR);
    const email = createEmail();
    await openPage(page, "/register");
    await shoot(page, "register");
    await pressButton(page, "Register");
    await waitForCaptcha(page);
    await pressButton(page, "Register");
    await page.getByText("Name must be at least 2 characters").waitFor();
    await shoot(page, "register-invalid");
    await findField(page, "Full name").fill("Ada Pipe");
    await findField(page, "Email").fill(email);
    await findField(page, "Password").fill(PASSWORD);
    await findField(page, "Confirm password").fill(PASSWORD);
    await shoot(page, "register-filled");
    await pressButton(page, "Register");
    await page.waitForURL("**/verify-email?*");
    await page.getByText("Registration successful!").first().waitFor();
    await shoot(page, "verify-email-arrived");
    await openPage(page, "/verify-email");
    await shoot(page, "verify-email-unknown");
    await openPage(page, `/verify-email?email=${encodeURIComponent(email)}`);
    await findField(page, "Verification code").fill("123456");
    await pressButton(page, "Verify Email");
    await page.getByText("Verification failed").first().waitFor();
    const [, first] = await waitForMail(server, email, /(\d{6}) is your Plumbline verification code/);
    await pressButton(page, "Resend Code");
    await page.getByText("Code sent!").first().waitFor();
    const next = new RegExp(`(?!${first})(\\d{6}) is your Plumbline verification code`);
    const [, code] = await waitForMail(server, email, next);
    await findField(page, "Verification code").fill(code ?? "");
    await shoot(page, "verify-email-filled");
    await pressButton(page, "Verify Email");
    await page.getByText("Email verified!").first().waitFor();
    await shoot(page, "login-just-verified");
  });

  test(`a forgotten password (${size})`, async ({ owner, server }) => {
    const { page, account, expectErrors } = await owner(viewport);
    expectErrors(ANY_ERROR);
    await page.request.post("/api/auth/logout");
    await openPage(page, "/forgot-password");
    await shoot(page, "forgot-password");
    await findField(page, "Email").fill(account.email);
    await pressButton(page, "Send Reset Link");
    await waitForHeading(page, "Check Your Email");
    await shoot(page, "forgot-password-sent");
    const [, token] = await waitForMail(server, account.email, /reset-password\?token=([\w-]+)/);
    await openPage(page, "/reset-password?token=none");
    await findField(page, "New password").fill(PASSWORD);
    await findField(page, "Confirm password").fill(PASSWORD);
    await pressButton(page, "Update Password");
    await page.getByText("Invalid reset token").waitFor();
    await shoot(page, "reset-password-refused");
    await openPage(page, `/reset-password?token=${token}`);
    await shoot(page, "reset-password");
    await findField(page, "New password").fill("plumb");
    await findField(page, "Confirm password").fill("plump");
    await shoot(page, "reset-password-unmet");
    await findField(page, "New password").fill("Spirit-level-8");
    await findField(page, "Confirm password").fill("Spirit-level-8");
    await pressButton(page, "Update Password");
    await waitForHeading(page, "Password Reset Complete");
    await shoot(page, "reset-password-complete");
    await openPage(page, "/reset-password");
    await shoot(page, "reset-password-invalid-link");
  });

  test(`the settings of an account (${size})`, async ({ owner }) => {
    const { page, expectErrors } = await owner(viewport);
    expectErrors(ANY_ERROR);
    await openPage(page, "/settings");
    await page.getByText("This device").first().waitFor();
    await shoot(page, "settings-account");
    await pressButton(page, "Change password");
    await findField(page, "Current password").fill(PASSWORD);
    await findField(page, "New password").fill("plumb");
    await pressButton(page, "Change email");
    await page.getByLabel("New email").fill(createEmail());
    await shoot(page, "settings-open");
    await pressButton(page, "Send code");
    const asking = page.getByRole("dialog", { name: "Enter your password" });
    await asking.waitFor();
    await shoot(page, "settings-password-dialog");
    await findField(asking, "Password").fill(PASSWORD);
    await pressButton(asking, "Confirm");
    await page.getByLabel("Code from the new address").waitFor();
    await pressButton(page, "Make a copy of my data");
    await page.getByRole("link", { name: /^Download the copy/ }).waitFor();
    await shoot(page, "settings-code-and-copy");
    await pressButton(page, "Delete account");
    await page.getByRole("dialog", { name: "Delete your account?" }).waitFor();
    await shoot(page, "settings-delete-dialog");
  });

  test(`the PIN of the installed app (${size})`, async ({ installed, accounts }) => {
    const { page, context, expectErrors } = await installed(viewport);
    expectErrors(ANY_ERROR);
    const account = await accounts("empty");
    await restoreSession(context, account);
    if (size === "desktop") {
      // On a desktop the PIN is set up in the settings.
      await openPage(page, "/settings");
      await page.getByRole("switch", { name: /Log in with a PIN/ }).click();
    } else {
      await page.request.post("/api/auth/logout");
      await openPage(page, "/login");
      await enterPassword(page, account.email);
    }
    const dialog = page.getByRole("dialog", { name: "Quick PIN Login" });
    await findField(dialog, "PIN").waitFor();
    await shoot(page, "pin-setup");
    await findField(dialog, "PIN").fill("7294");
    await dialog.getByLabel("Confirm PIN").fill("7295");
    await pressButton(dialog, "Set up PIN");
    await page.getByText("PINs don't match").first().waitFor();
    await shoot(page, "pin-setup-differs");
    await dialog.getByLabel("Confirm PIN").fill("7294");
    await pressButton(dialog, "Set up PIN");
    await dialog.waitFor({ state: "detached" });
    const { id } = await getJson(page, "/api/auth/me");
    await page.evaluate((user) => localStorage.setItem("lastLoggedInUserId", user), id);
    await page.request.post("/api/auth/logout");
    await openPage(page, "/login");
    for (const digit of ["1", "3"]) await pressButton(page, digit);
    await shoot(page, "pin-login");
    for (const digit of ["1", "3"]) await pressButton(page, digit);
    await page.getByText("Incorrect PIN").waitFor();
    await shoot(page, "pin-login-wrong");
    if (size === "desktop") return;
    await page.setViewportSize({ width: viewport.height, height: viewport.width });
    await waitForHeading(page, "Portrait Mode Required");
    await shoot(page, "pin-login-sideways");
  });
}
