// Passkeys on a virtual device of the browser: added, renamed, used, removed.
import type { ViewportSize } from "@playwright/test";
import { addAuthenticator, leaveAndLogOut, PASSWORD } from "./support/account.ts";
import { DESKTOP } from "./support/browser.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { test as base, expect, type Owner } from "./support/test.ts";

interface PasskeyFixtures {
  /** Opens the app for an owner at a host name: passkeys don't work at an IP address. */
  named: (viewport?: ViewportSize) => Promise<Owner>;
}

const test = base.extend<PasskeyFixtures>({
  named: async ({ owner, server }, use) => {
    const url = server.url.replace("127.0.0.1", "localhost");
    await use((viewport) => owner(viewport, { at: { url } }));
  },
});

test("a passkey is added after confirming the password, named, used to log in, and removed", {
  tag: "@both",
}, async ({ named, size }) => {
  const { page, expectErrors } = await named();
  const device = await addAuthenticator(page);
  await page.goto("/settings");
  const add = page.getByRole("button", { name: "Add a passkey" });
  expectErrors(/passkeys\/begin/);
  await add.click();
  await page.getByLabel("Password", { exact: true }).last().fill(PASSWORD);
  await page.keyboard.press("Enter");
  const naming = page.getByRole("dialog", { name: "Name your passkey" });
  await naming.waitFor();
  await expectFits(page, "naming a passkey");
  await naming.getByLabel("Name").fill("Van tablet");
  await naming.getByRole("button", { name: "Save name" }).click();
  await page.getByText("Van tablet", { exact: true }).waitFor();
  await expectSoundLayout(page, "the settings with a passkey");
  const [key] = await device.keys();
  expect(key?.isResidentCredential).toBe(true);
  expect(key?.rpId).toBe("localhost");
  await takePagePicture(page, `passkeys-${size}`);

  // It isn't displayed as an error that the device already has one.
  await add.click();
  await page.getByText("Your passkey wasn’t added", { exact: true }).waitFor();

  // The login page waits for a tap on the device.
  await device.setPresence(false);
  await leaveAndLogOut(page);
  await page.goto("/login");
  const logIn = page.getByRole("button", { name: "Log in with a passkey" });
  await logIn.waitFor();
  await expectFits(page, "the login page with a passkey");
  await takePagePicture(page, `passkeys-login-${size}`);
  await logIn.click();
  await device.setPresence(true);
  await page.waitForURL("**/dashboard");

  await page.goto("/settings");
  await page.getByRole("button", { name: "Remove Van tablet" }).click();
  // After logging in with a passkey, changing a sign-in method requires the password.
  expectErrors(/account\/passkeys\//);
  await page.getByRole("button", { name: "Remove", exact: true }).last().click();
  await page.getByLabel("Password", { exact: true }).last().fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByText("Van tablet can no longer be used to log in", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Remove Van tablet" }).waitFor({ state: "detached" });
  expectErrors(/passkey\/login/);
  await device.setPresence(false);
  await leaveAndLogOut(page);
  await page.goto("/login");
  await logIn.click();
  await device.setPresence(true);
  await page.getByText("We don’t recognise this passkey.", { exact: false }).first().waitFor();
});

test("the device suggests its passkeys on the login page without being asked", async ({ named }) => {
  const { page, expectErrors } = await named(DESKTOP);
  const device = await addAuthenticator(page);
  await page.goto("/settings");
  expectErrors(/passkeys\/begin/);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Password", { exact: true }).last().fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Name your passkey" }).waitFor();
  expect(await device.keys()).toHaveLength(1);
  await leaveAndLogOut(page);
  // This device accepts the suggestion at once.
  await page.goto("/login");
  await page.waitForURL("**/dashboard");
});

test("no passkey is offered at an IP address, where it could not work", async ({ owner }) => {
  const { page } = await owner(DESKTOP);
  await page.goto("/settings");
  await page.getByText("This browser can’t add passkeys here.").waitFor();
  await leaveAndLogOut(page);
  await page.goto("/login");
  await page.getByRole("button", { name: "Log in", exact: true }).waitFor();
  await expect(page.getByRole("button", { name: "Log in with a passkey" })).toHaveCount(0);
});
