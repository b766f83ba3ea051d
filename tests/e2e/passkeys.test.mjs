// Passkeys by a device of the browser's own making, which does the whole ceremony: added, named, used, removed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PASSWORD } from "./support/account.mjs";
import { authenticator } from "./support/authenticator.mjs";
import { DESKTOP, launch, PHONE, person, sound } from "./support/browser.mjs";
import { arrive } from "./support/seed.mjs";
import { startServer } from "./support/server.mjs";

let server;
let browser;
before(async () => {
  server = await startServer();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A person whose pages are at the server's name: a bare number has no passkeys. */
async function named(t, viewport) {
  const url = server.url.replace("127.0.0.1", "localhost");
  const ada = await person(browser, { ...server, url }, viewport);
  t.after(() => ada.close());
  return ada;
}

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`a passkey is added after the password, named, signs in with one tap, and is removed (${size})`, async (t) => {
    const { page, leave, expectErrors } = await named(t, viewport);
    await arrive(page, server, `key-${size}@example.com`);
    const device = await authenticator(page);
    await page.goto("/settings");
    const add = page.getByRole("button", { name: "Add a passkey" });
    expectErrors(/passkeys\/begin/);
    await add.click();
    await page.getByLabel("Password", { exact: true }).last().fill(PASSWORD);
    await page.keyboard.press("Enter");
    const naming = page.getByRole("dialog", { name: "Name your passkey" });
    await naming.waitFor();
    await sound(page, `naming a passkey (${size})`);
    await naming.getByLabel("Name").fill("Van tablet");
    await naming.getByRole("button", { name: "Save name" }).click();
    await page.getByText("Van tablet", { exact: true }).waitFor();
    await sound(page, `the settings (${size})`);
    const [key] = await device.keys();
    assert.equal(key.isResidentCredential, true);
    assert.equal(key.rpId, "localhost");
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/passkeys-${size}.png`, fullPage: true });

    // The same device again is told apart from a fault.
    await add.click();
    await page.getByText("No passkey was added", { exact: true }).waitFor();

    // The sign-in page waits for the tap.
    await device.touched(false);
    await page.request.post("/api/auth/logout");
    await page.goto("/login");
    const signIn = page.getByRole("button", { name: "Log in with a passkey" });
    await signIn.waitFor();
    await sound(page, `the login page (${size})`);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/login-${size}.png` });
    await signIn.click();
    await device.touched(true);
    await page.waitForURL("**/dashboard");

    await page.goto("/settings");
    await page.getByRole("button", { name: "Remove Van tablet" }).click();
    // A passkey is no password: what changes the ways in asks for that.
    expectErrors(/account\/passkeys\//);
    await page.getByRole("button", { name: "Remove", exact: true }).last().click();
    await page.getByLabel("Password", { exact: true }).last().fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByText("Van tablet no longer logs you in", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Remove Van tablet" }).waitFor({ state: "detached" });
    expectErrors(/passkey\/login/);
    await device.touched(false);
    await page.request.post("/api/auth/logout");
    await page.goto("/login");
    await signIn.click();
    await device.touched(true);
    await page.getByText("This passkey is not known here.", { exact: false }).first().waitFor();
    await leave();
  });
}

test("the device offers its passkeys by itself where somebody is about to type", async (t) => {
  const { page, leave, expectErrors } = await named(t, DESKTOP);
  await arrive(page, server, "offered@example.com");
  const device = await authenticator(page);
  await page.goto("/settings");
  expectErrors(/passkeys\/begin/);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Password", { exact: true }).last().fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Name your passkey" }).waitFor();
  assert.equal((await device.keys()).length, 1);
  await page.request.post("/api/auth/logout");
  // This device takes the suggestion at once.
  await page.goto("/login");
  await page.waitForURL("**/dashboard");
  await leave();
});

test("at an address without a name nobody is offered what cannot work", async (t) => {
  const { page, leave } = await person(browser, server, DESKTOP);
  t.after(() => page.context().close());
  await arrive(page, server, "number@example.com");
  await page.goto("/settings");
  await page.getByText("This browser cannot add passkeys here.").waitFor();
  await page.request.post("/api/auth/logout");
  await page.goto("/login");
  await page.getByRole("button", { name: "Log in", exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Log in with a passkey" }).count(), 0);
  await leave();
});
