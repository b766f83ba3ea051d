// The PIN, on a phone that runs the installed app.
import assert from "node:assert/strict";
import test from "node:test";
import { enterPassword, PASSWORD } from "./support/account.mjs";
import { installed, PHONE, sound } from "./support/browser.mjs";
import { FAULTS, failing } from "./support/faults.mjs";
import { arrive } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server } = stage();
const PIN = ["7", "2", "9", "4"];

/** Somebody with an account, at the login page of the installed app on their phone. */
async function atLogin(t, email) {
  const ada = await installed(server(), PHONE);
  ada.expectErrors(/\/api\/auth\//);
  t.after(() => ada.close());
  await arrive(ada.page, server(), email);
  await ada.page.request.post("/api/auth/logout");
  await ada.page.goto("/login");
  return ada;
}

const dialog = (page) => page.getByRole("dialog", { name: "Quick PIN Login" });

/** Logs in by password and sets up the PIN that is offered. */
async function setUp(page, email) {
  await enterPassword(page, email);
  await dialog(page).waitFor();
  await dialog(page).getByLabel("PIN", { exact: true }).fill(PIN.join(""));
  await dialog(page).getByLabel("Confirm PIN").fill(PIN.join(""));
  await dialog(page).getByRole("button", { name: "Set up PIN" }).click();
  await page.waitForURL("**/dashboard");
}

async function logOut(page) {
  await page.goto("/more");
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("**/login");
}

async function press(page, digits) {
  for (const digit of digits) await page.getByRole("button", { name: digit, exact: true }).click();
}

const flags = (page) => page.evaluate(() => ({ ...localStorage }));

test("a PIN is set up after the first login and signs in afterwards", async (t) => {
  const email = "pin@example.com";
  const { page } = await atLogin(t, email);
  await enterPassword(page, email);
  await dialog(page).waitFor();
  await sound(page, "the PIN's set-up");

  await dialog(page).getByLabel("PIN", { exact: true }).fill("729");
  await dialog(page).getByRole("button", { name: "Set up PIN" }).click();
  await dialog(page).getByText("PIN must be 4 digits").first().waitFor();
  await dialog(page).getByLabel("PIN", { exact: true }).fill(PIN.join(""));
  await dialog(page).getByLabel("Confirm PIN").fill("7295");
  await dialog(page).getByRole("button", { name: "Set up PIN" }).click();
  await page.getByText("PINs don't match").first().waitFor();
  await dialog(page).getByText("Please make sure both PINs are the same").waitFor();
  await dialog(page).getByLabel("Confirm PIN").fill(PIN.join(""));
  await dialog(page).getByRole("button", { name: "Set up PIN" }).click();
  await page.waitForURL("**/dashboard");
  const kept = await flags(page);
  assert.equal(kept.usePin, "true");
  assert.equal(kept.pinSetupCompleted, "true");
  assert.ok(kept.lastLoggedInUserId);

  await logOut(page);
  await page.getByRole("heading", { name: "Enter your PIN" }).waitFor();
  await sound(page, "the keypad");
  await press(page, ["1", "2"]);
  await page.getByRole("img", { name: "2 of 4 digits entered" }).waitFor();
  await page.getByRole("button", { name: "Backspace" }).click();
  await page.getByRole("img", { name: "1 of 4 digits entered" }).waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("img", { name: "0 of 4 digits entered" }).waitFor();

  await press(page, ["1", "1", "1", "1"]);
  await page.getByText("Incorrect PIN").waitFor();
  await page.getByText("PIN login failed").first().waitFor();
  await page.getByRole("img", { name: "0 of 4 digits entered" }).waitFor();
  await press(page, PIN);
  await page.waitForURL("**/dashboard");
});

test("a set-up that fails says so, and a skip that fails keeps nobody from their work", async (t) => {
  const email = "fails@example.com";
  const { page } = await atLogin(t, email);
  await enterPassword(page, email);
  const mend = await failing(page, "/api/auth/pin/setup", FAULTS.json(500, { message: "No" }));
  await dialog(page).getByLabel("PIN", { exact: true }).fill(PIN.join(""));
  await dialog(page).getByLabel("Confirm PIN").fill(PIN.join(""));
  await dialog(page).getByRole("button", { name: "Set up PIN" }).click();
  await page.getByText("Setup failed").first().waitFor();
  await dialog(page).getByRole("button", { name: "Skip" }).click();
  await page.getByText("Failed to skip PIN setup").first().waitFor();
  await page.waitForURL("**/dashboard");
  assert.equal((await flags(page)).pinSetupCompleted, undefined, "it is asked again next time");
  await mend();
});

test("whatever kept a PIN from signing in, the keypad says that it is incorrect", async (t) => {
  const email = "whatever@example.com";
  const { page } = await atLogin(t, email);
  await setUp(page, email);
  await logOut(page);
  const { json, page: html, lost } = FAULTS;
  for (const fault of [json(401, {}), json(429, { message: "No" }), json(500, {}), html(502), lost()]) {
    const mend = await failing(page, "/api/auth/pin/login", fault);
    await press(page, PIN);
    await page.getByText("Incorrect PIN").waitFor();
    await page.getByText("PIN login failed").first().waitFor();
    await page.getByRole("img", { name: "0 of 4 digits entered" }).waitFor();
    await mend();
    await page.getByRole("button", { name: "Clear" }).click();
    await press(page, ["1"]);
    await page.getByText("Incorrect PIN").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Clear" }).click();
  }
});

test("a PIN with a letter is refused in core's words, and the first wrong field has the focus", async (t) => {
  const email = "letters@example.com";
  const { page } = await atLogin(t, email);
  await enterPassword(page, email);
  await dialog(page).getByLabel("PIN", { exact: true }).fill("72a4");
  await dialog(page).getByLabel("Confirm PIN").fill("72a5");
  await dialog(page).getByRole("button", { name: "Set up PIN" }).click();
  await dialog(page).getByText("PIN must contain only numbers").waitFor();
  await dialog(page).getByText("Please make sure both PINs are the same").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("name")), "pin");
});

test("the installed app knows no page but the login while nobody is in", async (t) => {
  const { page } = await atLogin(t, "inside@example.com");
  for (const path of ["/", "/pricing", "/quotes", "/nowhere"]) {
    await page.goto(path);
    await page.waitForURL("**/login");
  }
  for (const path of ["/register", "/verify-email", "/forgot-password", "/reset-password"]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    assert.equal(new URL(page.url()).pathname, path);
  }
});

test("four digits are sent by themselves, once the fourth dot was seen", async (t) => {
  const email = "soon@example.com";
  const { page } = await atLogin(t, email);
  await setUp(page, email);
  await logOut(page);
  await page.clock.install();
  await page.reload();
  await page.getByRole("heading", { name: "Enter your PIN" }).waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/pin/login")) sent += 1;
  });
  await press(page, PIN);
  await page.clock.runFor(149);
  assert.equal(sent, 0);
  const answer = page.waitForResponse("**/api/auth/pin/login");
  await page.clock.runFor(2);
  assert.equal((await answer).status(), 200);
  await page.clock.resume();
  await page.waitForURL("**/dashboard");
});

test("a phone on its side asks to be turned, or for the password", async (t) => {
  const email = "sideways@example.com";
  const { page } = await atLogin(t, email);
  await setUp(page, email);
  await logOut(page);
  await page.getByRole("heading", { name: "Enter your PIN" }).waitFor();
  await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
  const overlay = page.getByRole("alertdialog", { name: "Portrait Mode Required" });
  await overlay.waitFor();
  await sound(page, "the landscape overlay");
  await overlay.getByRole("button", { name: "Use Email Login Instead" }).click();
  await page.getByLabel("Email", { exact: true }).waitFor();
});

test("a skipped PIN is not offered again, and the password signs in", async (t) => {
  const email = "skip@example.com";
  const { page } = await atLogin(t, email);
  await enterPassword(page, email);
  await dialog(page).getByRole("button", { name: "Skip" }).click();
  await page.waitForURL("**/dashboard");
  const kept = await flags(page);
  assert.equal(kept.pinSetupCompleted, "true");
  assert.equal(kept.usePin, undefined);
  await logOut(page);
  await enterPassword(page, email);
  await page.waitForURL("**/dashboard");
});

test("five wrong PINs take the PIN away, and the password is asked for", async (t) => {
  const email = "five@example.com";
  const { page } = await atLogin(t, email);
  await setUp(page, email);
  await logOut(page);
  for (let wrong = 1; wrong <= 5; wrong += 1) {
    await page.getByRole("img", { name: "0 of 4 digits entered" }).waitFor();
    const answer = page.waitForResponse("**/api/auth/pin/login");
    await press(page, ["8", "3", "1", "6"]);
    await answer;
  }
  await page.getByLabel("Email", { exact: true }).waitFor();
  await page.getByRole("alert").filter({ hasText: "Too many wrong PINs" }).waitFor();
  assert.equal((await flags(page)).usePin, undefined);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await dialog(page).waitFor();
});

test("the password is always one press away", async (t) => {
  const email = "way@example.com";
  const { page } = await atLogin(t, email);
  await setUp(page, email);
  await logOut(page);
  await page.getByRole("button", { name: "Use email and password" }).click();
  await enterPassword(page, email);
  await page.waitForURL("**/dashboard");
});
