// Logging in, and the pages of a visitor without a session. Signing up: whole-job.spec.ts.
import { enterPassword } from "./support/account.ts";
import { PHONE } from "./support/browser.ts";
import { expectSoundLayout } from "./support/layout.ts";
import { postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("a visitor's pages pass the layout checks and log nothing to the console", { tag: "@both" }, async ({
  enter,
  owner,
}) => {
  const { page } = await enter();
  const open = async (path: string) => {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
  };
  for (const path of ["/", "/login", "/verify-email", "/forgot-password", "/reset-password", "/quotes"])
    await open(path);
  for (const path of ["/register", "/verify-email?email=ada%40example.com", "/login?verified=true"]) {
    await open(path);
    await expectSoundLayout(page, path);
  }
  await expect(page.getByText("Your email address is verified.")).toBeVisible();
  // After logging out, the user is a visitor again.
  const ada = await owner();
  await postJson(ada.page, "/api/auth/logout");
  await ada.page.goto("/login");
  await ada.page.getByRole("heading", { level: 1 }).waitFor();
});

test("the login page opens at its top when reached from a scrolled page", async ({ enter }) => {
  const { page } = await enter({ width: 390, height: 500 });
  await page.goto("/register");
  const link = page.getByRole("link", { name: "Log in", exact: true });
  await page.getByRole("button", { name: "Register", exact: true }).waitFor();
  await link.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await link.click();
  await page.getByRole("link", { name: "Forgot your password?" }).waitFor();
  // The page is long enough to scroll: a shorter one would be at its top in any case.
  const beyond = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  expect(beyond).toBeGreaterThan(20);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test("a wrong email address or password gives an error message and keeps the email address", async ({
  enter,
}) => {
  const { page, expectErrors } = await enter(PHONE);
  expectErrors(/\/api\/auth\//);
  await page.goto("/login");
  await enterPassword(page, "bob@example.com");
  await expect(page.getByText("Invalid email address or password").first()).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("bob@example.com");
});
