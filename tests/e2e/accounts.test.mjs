// Signing up and in, and the doors that stay closed.
import assert from "node:assert/strict";
import test from "node:test";
import { logIn, PASSWORD, signUp } from "./support/account.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter } = stage();

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`one signs up, out and in again (${size})`, async () => {
    const email = `ada-${size}@example.com`;
    const ada = await enter(viewport);
    for (const path of [
      "/login",
      "/register",
      "/verify-email?email=ada%40example.com",
      "/login?verified=true",
    ]) {
      await ada.page.goto(path);
      await ada.page.getByRole("heading", { level: 1 }).waitFor();
      await sound(ada.page, path);
    }
    await ada.page.getByText("Your email address is verified.").waitFor();
    await signUp(ada.page, server(), { name: "Ada Pipe", email });
    const toasts = ada.page.getByRole("listitem").filter({ hasText: "Email verified!" });
    assert.equal(await toasts.count(), 0, "who is in is not told that they can log in");
    await sound(ada.page, "/dashboard");
    await ada.context.clearCookies({ name: /session|device/ });
    await ada.page.goto("/quotes");
    await ada.page.waitForURL("**/login*");
    await logIn(ada.page, email);
    assert.equal(new URL(ada.page.url()).pathname, "/quotes");
    await ada.leave();
  });
}

test("each page at the door begins at its top", async () => {
  const ada = await enter({ width: 390, height: 500 });
  const { page } = ada;
  await page.goto("/register");
  const door = page.getByRole("link", { name: "Log in", exact: true });
  await page.getByRole("button", { name: "Register", exact: true }).waitFor();
  await door.scrollIntoViewIfNeeded();
  assert.ok((await page.evaluate(() => window.scrollY)) > 0);
  await door.click();
  await page.getByRole("link", { name: "Forgot your password?" }).waitFor();
  // Long enough to be scrolled, so that it was not the page's own height that did it.
  assert.ok(await page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight + 20));
  await page.waitForFunction(() => window.scrollY === 0);
  await ada.leave();
});

test("wrong words at the door are answered in words", async () => {
  const bob = await enter(PHONE);
  bob.expectErrors(/\/api\/auth\//);
  await bob.page.goto("/login");
  await bob.page.getByLabel("Email", { exact: true }).fill("bob@example.com");
  await bob.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await bob.page.getByRole("button", { name: "Log in", exact: true }).click();
  await bob.page.getByText("Invalid email address or password").first().waitFor();
  assert.equal(await bob.page.getByLabel("Email", { exact: true }).inputValue(), "bob@example.com");
  await bob.leave();
});
