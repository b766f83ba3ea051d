// The PIN that opens a device.
import type { Page } from "@playwright/test";
import { enterPassword } from "./account.ts";
import type { Owner } from "./test.ts";

export const PIN = "7391";

/** Logs in by password and sets a PIN, which only a login by password in this browser offers. */
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

/** Presses these digits where the PIN is asked for. */
export async function enterPin(page: Page, digits = PIN): Promise<void> {
  await page.getByText("Enter your PIN").waitFor();
  for (const digit of digits) await page.getByRole("button", { name: digit, exact: true }).click();
}

/** The next page finds that this device was not touched for more than the twenty minutes that keep it open. */
export async function simulateIdleDevice(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem("lastActivity", String(Date.now() - 25 * 60_000)));
}
