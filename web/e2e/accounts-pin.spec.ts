// The PIN, on a phone that runs the installed app. Its error messages:
// src/features/accounts/pin/pin.test.tsx.
import type { Page } from "@playwright/test";
import { enterPassword } from "./support/account.ts";
import type { Account } from "./support/accounts.ts";
import { PHONE } from "./support/browser.ts";
import { test as base } from "./support/installed.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { expect, type Person } from "./support/test.ts";

/** A user with an account, at the login page of the installed app. */
const test = base.extend<{ atLogin: () => Promise<Person & { account: Account }> }>({
  atLogin: async ({ installed, accounts }, use) => {
    await use(async () => {
      const ada = await installed(PHONE);
      // A wrong PIN, and the page's unfinished requests when its session ended.
      ada.expectErrors(/\/api\/(auth|subscription|notifications)/);
      return { ...ada, account: await accounts("empty") };
    });
  },
});

const PIN = "7294";

async function pressDigits(page: Page, digits: string) {
  for (const digit of digits) await page.getByRole("button", { name: digit, exact: true }).click();
}

test("a PIN is set up after the first login, and signs in afterwards", async ({ atLogin }) => {
  const { page, account } = await atLogin();
  await enterPassword(page, account.email, account.password);
  const dialog = page.getByRole("dialog", { name: "Quick PIN Login" });
  await dialog.getByLabel("PIN", { exact: true }).fill(PIN);
  await expectFits(page, "the PIN's set-up");
  await dialog.getByLabel("Confirm PIN").fill(PIN);
  await dialog.getByRole("button", { name: "Set up PIN" }).click();
  await page.waitForURL("**/dashboard");

  await page.goto("/more");
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("**/login");
  await expect(page.getByRole("heading", { name: "Enter your PIN" })).toBeVisible();
  await expectSoundLayout(page, "the keypad");
  await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
  await expect(page.getByRole("alertdialog", { name: "Portrait Mode Required" })).toBeVisible();
  await expectFits(page, "a phone on its side");
  await page.setViewportSize(PHONE);

  await pressDigits(page, "1111");
  await expect(page.getByText("Incorrect PIN")).toBeVisible();
  await expect(page.getByRole("img", { name: "0 of 4 digits entered" })).toBeVisible();
  await pressDigits(page, PIN);
  await page.waitForURL("**/dashboard");
});
