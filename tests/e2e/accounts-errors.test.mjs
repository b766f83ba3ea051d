// Every row of the error catalogue for sign-in and sign-up, as a person reads it.
import assert from "node:assert/strict";
import test from "node:test";
import { enterPassword, PASSWORD } from "./support/account.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { checked, humanCheck } from "./support/captcha.mjs";
import { FAULTS, failing } from "./support/faults.mjs";
import { arrive, write } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";
import { eventually } from "./support/wait.mjs";

const { server, enter } = stage();
const { json, page: html, lost } = FAULTS;
const EXPECTED = /Failed to load resource|\/api\/(auth|account)/;

/** A visitor on this page; errors on the console belong to the test. */
async function visitor(t, path, viewport = PHONE) {
  const ada = await enter(viewport);
  ada.expectErrors(EXPECTED);
  t.after(() => ada.close());
  await ada.page.goto(path);
  await ada.page.getByRole("heading", { level: 1 }).waitFor();
  return ada;
}

/** The alert with this title and text. */
function alert(page, title, text = "") {
  return page.getByRole("alert").filter({ hasText: title }).filter({ hasText: text }).first().waitFor();
}

/** The toast with these words. */
function toasted(page, title, text = "") {
  return page.getByRole("listitem").filter({ hasText: title }).filter({ hasText: text }).first().waitFor();
}

const LOGIN = [
  [json(400, { message: "Look again" }), "Invalid input", "Look again"],
  [json(400, { errors: [{ msg: "One." }, { msg: "Two." }] }), "Invalid input", "One. Two."],
  [json(400, {}), "Invalid input", "Please check your email and password format"],
  [json(401, { message: "No" }), "Login failed", "Invalid email address or password"],
  [json(429, { message: "No" }), "Too many attempts", "Too many login attempts. Please try again later."],
  [json(500, { message: "No" }), "System temporarily unavailable", ""],
  [json(503, { message: "No" }), "System temporarily unavailable", ""],
  [html(502), "Server temporarily unavailable", ""],
  [html(504), "Server temporarily unavailable", ""],
  [json(418, { message: "No" }), "Login failed", "Server error (418). Please try again."],
  [html(200), "Connection failed", ""],
  [lost(), "Server temporarily unavailable", ""],
];

test("login says every row of the catalogue", async (t) => {
  const { page } = await visitor(t, "/login");
  for (const [fault, title, text] of LOGIN) {
    const mend = await failing(page, "/api/auth/login", fault);
    await enterPassword(page, "ada@example.com");
    await alert(page, title, text);
    assert.equal(
      await page.getByRole("alert").getByRole("link", { name: /@/ }).count(),
      1,
      "names whom to ask",
    );
    await mend();
  }
  await sound(page, "a failed login");
});

test("login without a network says so", async (t) => {
  const { page, context } = await visitor(t, "/login");
  await context.setOffline(true);
  await enterPassword(page, "ada@example.com");
  await alert(page, "No internet connection");
  await context.setOffline(false);
});

test("login judges what is typed before it is sent", async (t) => {
  const { page } = await visitor(t, "/login", DESKTOP);
  await enterPassword(page, "ada", "short");
  await page.getByText("Please enter a valid email address").waitFor();
  await page.getByText("Password must be at least 6 characters").waitFor();
  // Core's rule, which knows more than where the @ and the dot are.
  for (const email of ["ada@example.c", "ada..pipe@example.com", "ada@exa_mple.com"]) {
    await enterPassword(page, email);
    await page.getByText("Please enter a valid email address").waitFor();
    await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
    await page.getByText("Please enter a valid email address").waitFor({ state: "detached" });
  }
});

test("login shows and works while the rules cannot be loaded", async (t) => {
  const { page } = await visitor(t, "/register", DESKTOP);
  await arrive(page, server(), "norules@example.com");
  await page.request.post("/api/auth/logout");
  await page.route("**/*.wasm", lost());
  await page.goto("/login");
  await enterPassword(page, "norules@example.com");
  await page.waitForURL("**/dashboard");
});

test("login asks for the human check when the server wants it, and goes on by itself", async (t) => {
  const { page } = await visitor(t, "/login");
  const tokens = [];
  await page.route("**/api/auth/login", (route) => {
    const { recaptchaToken } = route.request().postDataJSON();
    tokens.push(recaptchaToken);
    const body = recaptchaToken
      ? { message: "No" }
      : { message: "Please do the human check.", code: "captcha_required" };
    return route.fulfill({ status: recaptchaToken ? 401 : 400, contentType: "application/json", json: body });
  });
  await enterPassword(page, "ada@example.com");
  await alert(page, "Login failed", "Invalid email address or password");
  assert.equal(tokens.length, 2);
  assert.equal(tokens[0], undefined);
  assert.ok(tokens[1], "the second try carries the solved check");
});

const REGISTER = [
  [json(400, { message: "Email already registered" }), "Account already exists", ""],
  [
    json(400, { message: "Password does not meet requirements", errors: [{ msg: "Use a longer one" }] }),
    "Password too weak",
    "Use a longer one",
  ],
  [json(429, { message: "No" }), "Too many attempts", ""],
  [json(500, { message: "No" }), "System temporarily unavailable", ""],
  [json(503, { message: "No" }), "System temporarily unavailable", ""],
  [html(502), "System temporarily unavailable", ""],
];

test("registration says every row of the catalogue, and checks anew each time", async (t) => {
  const { page } = await visitor(t, "/register");
  await fillRegistration(page);
  const tokens = new Set();
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/register")) tokens.add(request.postDataJSON().recaptchaToken);
  });
  for (const [fault, title, text] of REGISTER) {
    const mend = await failing(page, "/api/auth/register", fault);
    await checked(page);
    await page.getByRole("button", { name: "Register", exact: true }).click();
    await alert(page, title, text);
    await mend();
  }
  assert.equal(tokens.size, REGISTER.length, "a solution is sent once");
  await sound(page, "a failed registration");
});

test("registration without the human check is silently not sent", async (t) => {
  const { page } = await visitor(t, "/register");
  await page.route("**/api/auth/captcha", html(503));
  await page.reload();
  await fillRegistration(page);
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/register")) sent += 1;
  });
  const note = page.waitForEvent("console", (message) => message.text().includes("human check"));
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await note;
  assert.equal(sent, 0);
  assert.equal(new URL(page.url()).pathname, "/register");
});

test("registration judges what is typed in core's words", async (t) => {
  const { page } = await visitor(t, "/register", DESKTOP);
  await page.getByLabel("Full name").fill("A");
  await page.getByLabel("Email", { exact: true }).fill("ada");
  await page.getByLabel("Password", { exact: true }).fill("x");
  await page.getByLabel("Confirm password", { exact: true }).fill("longer-than-8");
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await page.getByText("Name must be at least 2 characters").waitFor();
  await page.getByText("Please enter a valid email address").waitFor();
  await page.getByText("Password must be at least 8 characters long").waitFor();
  await page.getByText("Passwords don't match").waitFor();
});

test("verification and resend say every row of the catalogue", async (t) => {
  const { page } = await visitor(t, "/verify-email?email=ada%40example.com");
  const verify = page.getByRole("button", { name: "Verify Email" });
  assert.equal(await verify.isDisabled(), true);
  for (const [fault, title, text] of [
    [json(400, { message: "That code has expired" }), "Verification failed", "That code has expired"],
    [json(400, {}), "Verification failed", "Invalid verification code"],
    [lost(), "Error", "Something went wrong. Please try again."],
  ]) {
    const mend = await failing(page, "/api/auth/verify-email", fault);
    await page.getByLabel("Verification code").fill("12a3456789");
    const code = page.getByLabel("Verification code");
    await eventually("six digits", async () => (await code.inputValue()) === "123456");
    await verify.click();
    await toasted(page, title, text);
    await mend();
  }
  for (const [fault, title, text] of [
    [json(400, { message: "Not now" }), "Failed to send code", "Not now"],
    [json(400, {}), "Failed to send code", "Please try again."],
    [lost(), "Error", "Something went wrong. Please try again."],
    [json(200, { message: "Sent" }), "Code sent!", "A new verification code has been sent to your email."],
  ]) {
    const mend = await failing(page, "/api/auth/send-verification", fault);
    await page.getByRole("button", { name: "Resend Code" }).click();
    await toasted(page, title, text);
    await mend();
  }
});

test("a code and another one go with the human check where the server wants it, by themselves", async (t) => {
  const { page } = await visitor(t, "/verify-email?email=ada%40example.com");
  const tokens = { "verify-email": [], "send-verification": [] };
  await page.route(/\/api\/auth\/(verify-email|send-verification)$/, (route) => {
    const { recaptchaToken } = route.request().postDataJSON();
    tokens[new URL(route.request().url()).pathname.split("/").pop()].push(recaptchaToken);
    const body = recaptchaToken
      ? { message: "That code is wrong" }
      : { message: "Please do the human check.", code: "captcha_required" };
    return route.fulfill({ status: 400, contentType: "application/json", json: body });
  });
  await page.getByLabel("Verification code").fill("123456");
  await page.getByRole("button", { name: "Verify Email" }).click();
  await toasted(page, "Verification failed", "That code is wrong");
  const [bare, solved, ...more] = tokens["verify-email"];
  assert.deepEqual([bare, typeof solved, more], [undefined, "string", []]);
  await sound(page, "the human check at a code");
  // It stays, and the next request goes with a solution of its own.
  await checked(page);
  await page.getByRole("button", { name: "Resend Code" }).click();
  await toasted(page, "Failed to send code", "That code is wrong");
  const sent = tokens["send-verification"];
  assert.equal(sent.length, 1);
  assert.notEqual(sent[0], solved);
});

test("a new code clears the box, and another may be asked for after a minute", async (t) => {
  const { page } = await visitor(t, "/verify-email?email=ada%40example.com");
  await page.clock.install();
  await page.reload();
  const code = page.getByLabel("Verification code");
  await code.fill("123456");
  await failing(page, "/api/auth/send-verification", json(200, { message: "Sent" }));
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("button", { name: "Resend Code" }).click();
  const again = page.getByRole("button", { name: /^Resend Code/ });
  await page.getByText("Resend Code (60s)").waitFor();
  assert.equal(await code.inputValue(), "");
  assert.equal(await again.isDisabled(), true);
  for (let second = 0; second < 59; second += 1) await page.clock.runFor(1000);
  await page.getByText("Resend Code (1s)").waitFor();
  assert.equal(await again.isDisabled(), true);
  await page.clock.runFor(1000);
  await page.getByText("Resend Code", { exact: true }).waitFor();
  assert.equal(await again.isDisabled(), false);
});

test("the code needs an address, and the address a code", async (t) => {
  const { page } = await visitor(t, "/verify-email");
  await page.getByRole("button", { name: "Resend Code" }).click();
  await toasted(page, "Email required", "Please enter your email address");
  await page.getByLabel("Verification code").fill("123456");
  await page.getByRole("button", { name: "Verify Email" }).click();
  await toasted(page, "Missing information", "Please enter your verification code");
  await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
  // Enter sends what the button would not.
  await page.getByLabel("Verification code").fill("123");
  await page.getByLabel("Verification code").press("Enter");
  assert.equal(await page.getByRole("button", { name: "Verify Email" }).isDisabled(), true);
  await sound(page, "a code without an address");
});

test("who is not verified yet is sent to the code", async (t) => {
  const { page } = await visitor(t, "/login");
  await write(page, "/api/auth/register", {
    name: "Ada Pipe",
    email: "late+1@example.com",
    password: PASSWORD,
    recaptchaToken: await humanCheck(page),
  });
  await enterPassword(page, "late+1@example.com");
  await page.waitForURL("**/verify-email?email=late%2B1%40example.com");
  await page.getByText("late+1@example.com").waitFor();
});

test("a registration that needs no verification leads to the dashboard", async (t) => {
  const { page } = await visitor(t, "/register", DESKTOP);
  await fillRegistration(page);
  await checked(page);
  await failing(page, "/api/auth/register", async (route) => {
    // What such a server would do: the browser has its session with the answer.
    await arrive(page, server(), "direct@example.com");
    await json(201, { id: "1" })(route);
  });
  // The stand-in's own registration goes past the page.
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await page.waitForURL("**/dashboard");
});

test("forgot and reset say every row of the catalogue", async (t) => {
  const { page } = await visitor(t, "/forgot-password");
  for (const [fault, text] of [
    [json(400, { message: "Not this one" }), "Not this one"],
    [html(500), "Failed to send reset email"],
    [lost(), "Network error. Please try again."],
  ]) {
    const mend = await failing(page, "/api/auth/forgot-password", fault);
    await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
    await page.getByRole("button", { name: "Send Reset Link" }).click();
    await alert(page, text);
    await mend();
  }
  await page.goto("/reset-password?token=wrong");
  await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password", { exact: true }).fill(PASSWORD);
  const update = page.getByRole("button", { name: "Update Password" });
  for (const [fault, text] of [
    [html(500), "Failed to reset password"],
    [lost(), "Network error. Please try again."],
  ]) {
    const mend = await failing(page, "/api/auth/reset-password", fault);
    await update.click();
    await alert(page, text);
    await mend();
  }
  await update.click();
  await alert(page, "Invalid reset token");
});

test("a reset page without a token says so", async (t) => {
  const { page } = await visitor(t, "/reset-password");
  await page.getByRole("heading", { name: "Invalid Reset Link" }).waitFor();
  await page.getByText("Invalid or missing reset token. Please request a new password reset.").waitFor();
  await sound(page, "an invalid reset link");
});

test("a logout that fails says so", async (t) => {
  const { page } = await visitor(t, "/login", DESKTOP);
  await arrive(page, server(), "logout@example.com");
  await page.goto("/dashboard");
  await failing(page, "/api/auth/logout", json(500, { message: "No" }));
  await page.getByRole("button", { name: /Ada Pipe/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await toasted(page, "Logout failed", "There was an error logging out");
});

async function fillRegistration(page) {
  await page.getByLabel("Full name").fill("Ada Pipe");
  await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password", { exact: true }).fill(PASSWORD);
}
