// What forms and toasts of the account say, and where the focus goes.
import assert from "node:assert/strict";
import test from "node:test";
import { enterPassword, PASSWORD } from "./support/account.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { FAULTS, failing } from "./support/faults.mjs";
import { arrive } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter } = stage();

/** Somebody at a screen; what the server is made to refuse belongs to the test. */
async function somebody(t, viewport, email) {
  const ada = await enter(viewport);
  ada.expectErrors(/Failed to load resource|\/api\//);
  t.after(() => ada.close());
  if (email) await arrive(ada.page, server(), email);
  return ada;
}

const focused = (page) =>
  page.evaluate(() => {
    const here = document.activeElement;
    return here?.getAttribute("name") || here?.textContent || here?.tagName;
  });

test("a failed login is told in a toast too, which names whom to ask", async (t) => {
  const { page } = await somebody(t, PHONE);
  await page.goto("/login");
  const { supportEmail } = await (await page.request.get("/api/auth/config")).json();
  for (const [fault, title] of [
    [FAULTS.json(401, {}), "Login failed"],
    [FAULTS.json(429, {}), "Too many attempts"],
    [FAULTS.json(503, {}), "System temporarily unavailable"],
    [FAULTS.lost(), "Server temporarily unavailable"],
  ]) {
    const mend = await failing(page, "/api/auth/login", fault);
    await enterPassword(page, "ada@example.com");
    await page.getByRole("alert").filter({ hasText: title }).waitFor();
    const toast = page.getByRole("listitem").filter({ hasText: title });
    await toast.getByRole("link", { name: supportEmail }).waitFor();
    await mend();
  }
  await sound(page, "a failed login with its toast");
});

test("an error inside the app names whom to ask as well", async (t) => {
  const { page } = await somebody(t, DESKTOP, "toast@example.com");
  await page.goto("/dashboard");
  const { supportEmail } = await (await page.request.get("/api/auth/config")).json();
  await failing(page, "/api/auth/logout", FAULTS.json(500, {}));
  await page.getByRole("button", { name: /Ada Pipe/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  const toast = page.getByRole("listitem").filter({ hasText: "Logout failed" });
  await toast.getByRole("link", { name: supportEmail }).waitFor();
});

test("a session check that the server refuses signs out; once it can be made the page is back", async (t) => {
  const { page } = await somebody(t, DESKTOP, "check@example.com");
  await checking(page, FAULTS.json(500, {}));
  await page.waitForURL("**/login");
  await page.getByRole("listitem").filter({ hasText: "You have been logged out" }).waitFor();
  await page.unroute(CHECK);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.waitForURL("**/contacts");
});

test("a session check that reaches nobody leaves a person at work, without signal", async (t) => {
  const { page } = await somebody(t, DESKTOP, "nobody@example.com");
  for (const fault of [FAULTS.page(502), FAULTS.lost()]) {
    await checking(page, fault, ALL);
    await page.getByRole("status").filter({ hasText: "No signal. Carry on" }).waitFor();
    assert.equal(new URL(page.url()).pathname, "/contacts");
    assert.equal(await page.getByText("You have been logged out").count(), 0);
    await page.unroute(ALL);
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await page.getByRole("status").filter({ hasText: "No signal" }).waitFor({ state: "detached" });
  }
});

const CHECK = "**/api/auth/me";
/** Any other answer would say that there is signal. */
const ALL = "**/api/**";

/** At the contacts when the session is checked, which ends so, as do all requests of these addresses. */
async function checking(page, fault, addresses = CHECK) {
  await page.clock.install();
  await page.goto("/contacts");
  await page.getByRole("heading", { level: 1, name: "Contacts" }).waitFor();
  await page.clock.fastForward(10_000);
  await page.route(addresses, fault);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
}

test("the five rules of a password stand the same wherever one is chosen", async (t) => {
  const { page } = await somebody(t, DESKTOP);
  const rules = async () => {
    const list = page.getByRole("listitem").filter({ hasText: "At least" });
    await list.first().waitFor();
    return (await list.allTextContents()).map((text) => text.replace(/^Not met: /, ""));
  };
  await page.goto("/register");
  const five = [
    "At least 8 characters long",
    "At least one uppercase letter",
    "At least one lowercase letter",
    "At least one number",
    "At least one special character",
  ];
  assert.deepEqual(await rules(), [...five.slice(0, 4), `${five[4]} (recommended)`]);
  await sound(page, "the rules at registration");
  await page.goto("/reset-password?token=any");
  assert.deepEqual(await rules(), five);
  await sound(page, "the rules at a reset");
  await arrive(page, server(), "rules@example.com");
  await page.goto("/settings");
  await page.getByRole("button", { name: "Change password" }).click();
  assert.deepEqual(await rules(), five);
  await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password", { exact: true }).fill("another");
  await page.getByText("Passwords do not match").waitFor();
});

test("the code's field has the focus on arrival, and every next page its heading", async (t) => {
  const { page } = await somebody(t, PHONE);
  await page.goto("/verify-email?email=ada%40example.com");
  await page.getByLabel("Verification code").waitFor();
  assert.equal(await focused(page), "code");
  await page.getByRole("link", { name: "Back to Login" }).click();
  await page.getByRole("heading", { level: 1, name: "Log in" }).waitFor();
  assert.equal(await focused(page), "Log in");
  await page.getByRole("link", { name: "Register" }).click();
  await page.getByRole("heading", { level: 1, name: "Create your account" }).waitFor();
  assert.equal(await focused(page), "Create your account");
  await page.goto("/verify-email");
  await page.getByLabel("Verification code").waitFor();
  assert.equal(
    await page.evaluate(() => document.activeElement?.getAttribute("type")),
    "email",
    "without the address it comes first",
  );
});

test("inside the app the heading has the focus after a change of page, and nobody is interrupted", async (t) => {
  const { page } = await somebody(t, DESKTOP, "heading@example.com");
  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1 }).waitFor();
  for (const name of ["Contacts", "Quotes"]) {
    await page.getByRole("link", { name, exact: true }).first().click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.waitForFunction(
      (words) => document.activeElement?.tagName === "H1" && document.activeElement.textContent === words,
      name,
    );
  }
});

test("the first wrong field in the order of the page has the focus", async (t) => {
  const { page } = await somebody(t, DESKTOP, "first@example.com");
  await page.goto("/add-contact");
  await page.getByLabel("Name", { exact: true }).fill("Margaret Holroyd");
  await page.getByLabel("Email").fill("margaret");
  await page.getByLabel("Town or city").fill("x".repeat(2000));
  await page.getByRole("button", { name: "Save contact" }).click();
  await page.getByText("Please enter a valid email address").waitFor();
  assert.equal(await focused(page), "email");
});
