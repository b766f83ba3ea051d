// Becoming a user of Plumbline.
import { checked } from "./captcha.mjs";
import { mailed } from "./mail.mjs";

export const PASSWORD = "Chalk-line-7";

/** Registers, reads the code from the mail, verifies and logs in: the person ends on their dashboard. */
export async function signUp(page, server, { name, email }) {
  await page.goto("/register");
  await page.getByLabel("Full name").fill(name);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password", { exact: true }).fill(PASSWORD);
  await checked(page);
  await page.getByRole("button", { name: "Register", exact: true }).click();

  await page.waitForURL("**/verify-email?*");
  const [, code] = await mailed(server, email, /(\d{6}) is your Plumbline verification code/);
  await page.getByLabel("Verification code").fill(code);
  await page.getByRole("button", { name: "Verify Email" }).click();

  await page.waitForURL("**/login?verified=true");
  await page.getByText("Email verified!").first().waitFor();
  await logIn(page, email);
}

/**
 * Logs in on the login page; the person ends where they wanted to go, or on their dashboard. The PIN that a phone
 * offers is skipped.
 */
export async function logIn(page, email, password = PASSWORD) {
  await enterPassword(page, email, password);
  const skip = page.getByRole("dialog", { name: "Quick PIN Login" }).getByRole("button", { name: "Skip" });
  const left = page.waitForURL((url) => url.pathname !== "/login");
  await Promise.race([left, skip.waitFor().then(() => skip.click())]);
  await left;
}

/** Fills the login form and sends it. */
export async function enterPassword(page, email, password = PASSWORD) {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}
