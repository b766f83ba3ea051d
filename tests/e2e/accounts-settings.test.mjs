// A new password by mail, and the account's own settings.
import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import test from "node:test";
import { enterPassword, logIn, PASSWORD } from "./support/account.mjs";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { mailed } from "./support/mail.mjs";
import { arrive, settle, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter } = stage();
const NEW_PASSWORD = "Spirit-level-8";

/** Somebody signed in, at their settings. */
async function atSettings(t, email, viewport = DESKTOP) {
  const ada = await enter(viewport);
  t.after(() => ada.close());
  await arrive(ada.page, server(), email);
  await ada.page.goto("/settings");
  await ada.page.getByRole("heading", { name: "Delete my account" }).waitFor();
  return ada;
}

const confirm = (page) => page.getByRole("dialog", { name: "Enter your password" });

/** Gives the password in the dialog that asks for it. */
async function givePassword(page, password = PASSWORD) {
  await confirm(page).getByLabel("Password", { exact: true }).fill(password);
  await confirm(page).getByRole("button", { name: "Confirm" }).click();
}

test("a forgotten password is replaced by a link from the mail", async (t) => {
  const email = "forgot@example.com";
  const ada = await enter(PHONE);
  const { page } = ada;
  ada.expectErrors(/401/);
  t.after(() => ada.close());
  await arrive(page, server(), email);
  await page.request.post("/api/auth/logout");
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await sound(page, "the forgot-password page");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await page.getByRole("heading", { name: "Check Your Email" }).waitFor();
  await page.getByText("Reset link sent").first().waitFor();
  await sound(page, "the check-your-email panel");

  const [, token] = await mailed(server(), email, /reset-password\?token=([\w-]+)/);
  await page.goto(`/reset-password?token=${token}`);
  const update = page.getByRole("button", { name: "Update Password" });
  // The list as at registration: here a special character is required.
  const special = page.getByRole("listitem").filter({ hasText: "At least one special character" });
  await special.getByText("Not met:").waitFor();
  assert.equal(await page.getByText("(recommended)").count(), 0);
  assert.equal(await update.isDisabled(), true);
  await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
  await special.getByText("Met:", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Show password" }).first().click();
  assert.equal(await page.getByLabel("New password", { exact: true }).getAttribute("type"), "text");
  await page.getByLabel("Confirm password", { exact: true }).fill(`${NEW_PASSWORD}!`);
  await page.getByText("Passwords do not match").waitFor();
  assert.equal(await update.isDisabled(), true);
  await page.getByLabel("Confirm password", { exact: true }).fill(NEW_PASSWORD);
  await sound(page, "the reset-password page");
  await page.clock.install();
  await update.click();
  await page.getByRole("heading", { name: "Password Reset Complete" }).waitFor();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.getByText("Password reset successful").first().waitFor();
  assert.equal(new URL(page.url()).pathname, "/reset-password");
  await page.clock.runFor(3000);
  await page.waitForURL("**/login");
  await page.clock.resume();
  await logIn(page, email, NEW_PASSWORD);
  await ada.leave();
});

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`name, email and password are changed (${size})`, async (t) => {
    const email = `settings-${size}@example.com`;
    const ada = await atSettings(t, email, viewport);
    const { page } = ada;
    ada.expectErrors(/403|400/);
    await sound(page, "the settings");
    assert.equal(
      await page.getByRole("button", { name: "New", exact: true }).isVisible(),
      size === "desktop",
    );

    await page.getByLabel("Full name").fill("Ada Plumb");
    await page.getByRole("button", { name: "Save name" }).click();
    await page.getByText("Your name was saved").first().waitFor();
    assert.equal((await read(page, "/api/account")).name, "Ada Plumb");

    const next = `new-${size}@example.com`;
    await page.getByRole("button", { name: "Change email" }).click();
    await page.getByLabel("New email").fill(next);
    await page.getByRole("button", { name: "Send code" }).click();
    await confirm(page).waitFor();
    await sound(page, "the password dialog");
    await givePassword(page, "not-this-one");
    await confirm(page).getByText("That password is not right.").waitFor();
    await givePassword(page);
    const [, code] = await mailed(server(), next, /(\d{6}) is your Plumbline verification code/);
    await page.getByLabel("Code from the new address").fill(code);
    await page.getByRole("button", { name: "Confirm new email" }).click();
    await page.getByText("Your email address was changed").first().waitFor();
    assert.equal((await read(page, "/api/account")).email, next);
    await mailed(server(), email, /was changed/);

    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByLabel("Current password").fill("not-this-one");
    await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel("Confirm password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Save password" }).click();
    await page.getByText("That password is not right.").waitFor();
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByRole("button", { name: "Save password" }).click();
    await page.getByText("Your password was changed").first().waitFor();
    await sound(page, "the settings afterwards");
    await ada.leave();
  });
}

test("other devices are listed and logged out", async (t) => {
  const email = "devices@example.com";
  const { page } = await atSettings(t, email);
  const phone = await enter(PHONE);
  t.after(() => phone.close());
  await phone.page.goto("/login");
  await logIn(phone.page, email);
  await page.reload();
  const list = page.getByRole("region", { name: "Logged-in devices" }).or(page.getByRole("list"));
  await list.getByText("This device").first().waitFor();
  await page.getByRole("button", { name: /^Log out Chrome/ }).click();
  await page
    .getByText(/is logged out/)
    .first()
    .waitFor();
  assert.equal((await phone.page.request.get("/api/auth/me")).status(), 401);
  assert.equal((await read(page, "/api/account/sessions")).length, 1);
});

test("a copy of everything is made and downloaded", async (t) => {
  const ada = await atSettings(t, "export@example.com", PHONE);
  const { page } = ada;
  ada.expectErrors(/403/);
  await settle(page);
  await page.getByRole("button", { name: "Make a copy of my data" }).click();
  await givePassword(page);
  const link = page.getByRole("link", { name: /^Download the copy/ });
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  assert.ok((await stat(await download.path())).size > 100);
  await ada.leave();
});

test("bank details ask for the password, and then are saved", async (t) => {
  const ada = await atSettings(t, "bank@example.com");
  const { page } = ada;
  ada.expectErrors(/403/);
  const profile = await write(page, "/api/business-profiles", {
    name: "Pipe & Daughters",
    accepts_bank_transfer: true,
  });
  let asked = false;
  await page.route(`**/api/business-profiles/${profile.id}`, (route) => {
    if (route.request().method() !== "PUT" || asked) return route.fallback();
    asked = true;
    // Five minutes after the login this is what the server says.
    return route.fulfill({
      status: 403,
      json: { message: "Please enter your password.", code: "password_required" },
    });
  });
  await page.goto(`/settings/business-profiles/${profile.id}`);
  await page.getByLabel("Sort code").fill("601613");
  await page.getByLabel("Account number").fill("31926819");
  await page.getByRole("button", { name: "Save changes" }).click();
  await confirm(page).getByText("change bank details").waitFor();
  await givePassword(page);
  await page.waitForURL("**/settings/business-profiles");
  assert.equal((await read(page, `/api/business-profiles/${profile.id}`)).accountNumber, "31926819");
});

test("an account is deleted with everything in it", async (t) => {
  const email = "gone@example.com";
  const ada = await atSettings(t, email, PHONE);
  const { page } = ada;
  ada.expectErrors(/40[01]/);
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await sound(page, "the deletion dialog");
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await dialog.getByText("Type “delete” to go on.").waitFor();
  await dialog.getByLabel(/^Type “delete”/).fill("delete");
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await page.waitForURL("**/login?deleted=true");
  await page
    .getByText("Your account has been successfully deleted. All your data has been permanently removed.")
    .waitFor();
  await sound(page, "the notice of a deleted account");
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), []);
  await enterPassword(page, email);
  await page.getByText("Invalid email address or password").first().waitFor();
  await ada.leave();
});
