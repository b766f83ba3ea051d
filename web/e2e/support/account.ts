// Becoming a user of Plumbline: over HTTP, or on the screens.

import type { APIRequestContext, Page } from "@playwright/test";
import { waitForMail } from "./mail.ts";
import { postJson } from "./seed.ts";
import type { Server } from "./server.ts";
import type { Owner } from "./test.ts";

/** Waits until the widget on the page has finished. */
export function waitForCaptcha(page: Page): Promise<void> {
  return page.locator('[data-captcha="passed"]').waitFor();
}

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
 * Logs in on the login page and waits for the page that the user was heading for, or for the dashboard. Skips
 * the PIN that a phone offers.
 */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await enterPassword(page, email, password);
  const skip = page.getByRole("dialog", { name: "Quick PIN Login" }).getByRole("button", { name: "Skip" });
  const left = page.waitForURL((url) => url.pathname !== "/login");
  await Promise.race([left, skip.waitFor().then(() => skip.click())]);
  await left;
}

/** Fills in and submits the login form. */
export async function enterPassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

// The PIN that unlocks a device.

export const PIN = "7391";

/** Logs in by password and sets a PIN, which is only offered after such a login in this browser. */
export async function setUpPin({ context, page, account }: Owner): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await context.clearCookies({ name: "plumbline_session" });
  await page.goto("/login");
  await enterPassword(page, account.email, account.password);
  const dialog = page.getByRole("dialog", { name: "Quick PIN Login" });
  await dialog.getByLabel("PIN", { exact: true }).fill(PIN);
  await dialog.getByLabel("Confirm PIN").fill(PIN);
  await dialog.getByRole("button", { name: "Set up PIN" }).click();
  await page.waitForURL(/\/dashboard/);
}

/** Presses these digits on the PIN keypad. */
export async function enterPin(page: Page, digits = PIN): Promise<void> {
  await page.getByText("Enter your PIN").waitFor();
  for (const digit of digits) await page.getByRole("button", { name: digit, exact: true }).click();
}

/** On the next page load the device has been idle for longer than the twenty minutes after which it locks. */
export async function simulateIdleDevice(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem("lastActivity", String(Date.now() - 25 * 60_000)));
}

// A virtual authenticator of the browser, which performs the whole ceremony of a passkey.

/**
 * Adds one to the page. It confirms automatically; after `setPresence(false)` it waits until
 * `setPresence(true)`.
 */
export async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setPresence: (enabled: boolean) =>
      session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }),
    keys: async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
  };
}

/** Ends the session with no screen of the app open: a request of one would meet a server that no longer knows it. */
export async function leaveAndLogOut(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.request.post("/api/auth/logout");
}
