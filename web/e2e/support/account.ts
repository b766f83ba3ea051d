// Becoming a user of Plumbline: over HTTP, or on the screens.
import type { APIRequestContext, Page } from "@playwright/test";
import { waitForCaptcha } from "./captcha.ts";
import { waitForMail } from "./mail.ts";
import { postJson } from "./seed.ts";
import type { Server } from "./server.ts";

export const PASSWORD = "Chalk-line-7";

const CODE = /(\d{6}) is your Plumbline verification code/;

/** Registers over HTTP, verifies the address and logs in, on a server without a captcha. */
export async function registerAccount(
  request: APIRequestContext,
  server: Server,
  email: string,
): Promise<void> {
  await postJson({ request }, "/api/auth/register", { name: "Ada Pipe", email, password: PASSWORD });
  const [, code] = await waitForMail(server, email, CODE);
  await postJson({ request }, "/api/auth/verify-email", { email, code });
  await postJson({ request }, "/api/auth/login", { username: email, password: PASSWORD });
}

/** Registers on the screen, reads the code from the email, verifies and logs in; ends on the dashboard. */
export async function signUp(
  page: Page,
  server: Server,
  { name, email }: { name: string; email: string },
): Promise<void> {
  await page.goto("/register");
  await page.getByLabel("Full name").fill(name);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password", { exact: true }).fill(PASSWORD);
  await waitForCaptcha(page);
  await page.getByRole("button", { name: "Register", exact: true }).click();

  await page.waitForURL("**/verify-email?*");
  const [, code] = await waitForMail(server, email, CODE);
  await page.getByLabel("Verification code").fill(code ?? "");
  await page.getByRole("button", { name: "Verify Email" }).click();

  await page.waitForURL("**/login?verified=true");
  await page.getByText("Email verified!").first().waitFor();
  await logIn(page, email);
}

/**
 * Logs in on the login page; the person ends where they wanted to go, or on their dashboard. The PIN that a phone
 * offers is skipped.
 */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await enterPassword(page, email, password);
  const skip = page.getByRole("dialog", { name: "Quick PIN Login" }).getByRole("button", { name: "Skip" });
  const left = page.waitForURL((url) => url.pathname !== "/login");
  await Promise.race([left, skip.waitFor().then(() => skip.click())]);
  await left;
}

/** Fills the login form and sends it. */
export async function enterPassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}
