// What goes wrong at sign-in and sign-up, as far as it needs a browser: the human check, a rules file that
// may be missing, and the look of pages with errors. The text of each error: src/features/accounts.
import type { Page } from "@playwright/test";
import { enterPassword, PASSWORD, waitForCaptcha } from "./support/account.ts";
import { DESKTOP, PHONE } from "./support/browser.ts";
import { FAULTS, failPosts } from "./support/faults.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { expect, test } from "./support/test.ts";

const { json, lost } = FAULTS;
const EXPECTED = /Failed to load resource|\/api\/auth/;

const findAlert = (page: Page, title: string) => page.getByRole("alert").filter({ hasText: title });

async function fillRegistration(page: Page) {
  await page.getByLabel("Full name").fill("Ada Pipe");
  await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password", { exact: true }).fill(PASSWORD);
}

test("logging in works even if the rules' WASM file cannot be loaded", async ({ owner }) => {
  const { page, context, account, expectErrors } = await owner(DESKTOP);
  expectErrors(/\.wasm|rules/);
  await context.clearCookies({ name: /session/ });
  await page.route("**/*.wasm", lost());
  await page.goto("/login");
  await enterPassword(page, account.email, account.password);
  await page.waitForURL("**/dashboard");
});

test("the human check is solved automatically, with a new solution for each request", async ({ enter }) => {
  const { page, expectErrors } = await enter(PHONE);
  expectErrors(EXPECTED);
  const tokens: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (/\/api\/auth\/(login|register)$/.test(request.url()))
      tokens.push(request.postDataJSON().recaptchaToken);
  });
  await page.goto("/login");
  await page.route("**/api/auth/login", (route) =>
    route.request().postDataJSON().recaptchaToken
      ? json(401, { message: "No" })(route)
      : json(400, { message: "Please do the human check.", code: "captcha_required" })(route),
  );
  await enterPassword(page, "ada@example.com");
  await expect(findAlert(page, "Login failed")).toBeVisible();
  expect(tokens).toEqual([undefined, expect.stringMatching(/./)]);

  await page.goto("/register");
  await fillRegistration(page);
  for (const [fault, title] of [
    [json(400, { message: "Email already registered" }), "Account already exists"],
    [json(429, { message: "No" }), "Too many attempts"],
  ] as const) {
    const restore = await failPosts(page, "/api/auth/register", fault);
    await waitForCaptcha(page);
    await page.getByRole("button", { name: "Register", exact: true }).click();
    await expect(findAlert(page, title)).toBeVisible();
    await restore();
  }
  expect(new Set(tokens).size, "each solution is sent once").toBe(4);
});

test("the registration is not sent while the human check cannot be loaded", async ({ enter }) => {
  const { page, expectErrors } = await enter(PHONE);
  expectErrors(EXPECTED);
  await page.route("**/api/auth/captcha", FAULTS.page(503));
  await page.goto("/register");
  await fillRegistration(page);
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/register")) sent += 1;
  });
  const note = page.waitForEvent("console", (message) => message.text().includes("human check"));
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await note;
  expect(sent).toBe(0);
});

test("the login pages stay accessible and fit the screen while they show errors", async ({ enter }) => {
  const { page, expectErrors } = await enter(PHONE);
  expectErrors(EXPECTED);
  const refusal = json(401, { message: "No" });
  await page.goto("/login");
  await failPosts(page, "/api/auth/login", refusal);
  await enterPassword(page, "ada@example.com");
  await expect(findAlert(page, "Login failed")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Login failed" })).toBeVisible();
  await expectSoundLayout(page, "a failed login with its toast");

  await page.goto("/register");
  await failPosts(page, "/api/auth/register", json(503, { message: "No" }));
  await fillRegistration(page);
  await waitForCaptcha(page);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(findAlert(page, "System temporarily unavailable")).toBeVisible();
  await expectFits(page, "a failed registration");

  await page.goto("/verify-email?email=ada%40example.com");
  await page.route("**/api/auth/verify-email", (route) =>
    route.request().postDataJSON().recaptchaToken
      ? json(400, { message: "That code is wrong" })(route)
      : json(400, { message: "Please do the human check.", code: "captcha_required" })(route),
  );
  await page.getByLabel("Verification code").fill("123456");
  await page.getByRole("button", { name: "Verify Email" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Verification failed" })).toBeVisible();
  await expectFits(page, "the human check at a code");

  await page.goto("/verify-email");
  await page.getByRole("button", { name: "Resend Code" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Email required" })).toBeVisible();

  await page.goto("/reset-password");
  await expect(page.getByRole("heading", { name: "Invalid Reset Link" })).toBeVisible();
  await expectFits(page, "an invalid reset link");
});
