// Administration: each page of an administrator, and what account owners and others see of it.
import { randomUUID } from "node:crypto";
import type { Page, ViewportSize } from "@playwright/test";
import { registerAccount } from "./support/account.ts";
import { DESKTOP, PHONE } from "./support/browser.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { waitForMail } from "./support/mail.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createDraftQuote, createParties, postJson } from "./support/seed.ts";
import { runAdmin } from "./support/server.ts";
import { test as base, expect, type Owner } from "./support/test.ts";

interface AdminFixtures {
  /** Opens the app as an administrator. */
  keeper: (viewport?: ViewportSize) => Promise<Owner>;
}

const test = base.extend<AdminFixtures>({
  keeper: async ({ owner, server }, use) => {
    await use(async (viewport) => {
      const keeper = await owner(viewport);
      expect(await runAdmin(server, "grant", keeper.account.email)).toMatch(/\/admin/);
      return keeper;
    });
  },
});

// A server of its own, on which an account can be registered without a captcha.
test.use({ firstSize: "desktop", settings: { PLUMBLINE_CAPTCHA: "off" } });

/** Searches for an account and opens its page. */
async function findAccount(page: Page, email: string): Promise<void> {
  await page.goto("/admin/users");
  await page.getByRole("searchbox", { name: /^Search email/ }).fill(email);
  await page.getByText("1 found").waitFor();
  await page.getByRole("link", { name: email }).first().click();
  await page.getByRole("heading", { name: email, level: 1 }).waitFor();
}

/** Enters the account for support, from its page. */
async function openSupportView(page: Page, why: string): Promise<void> {
  await page.getByRole("button", { name: "View the account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Why").fill(why);
  await dialog.getByRole("button", { name: "View the account" }).click();
}

test("each administration page shows its content and passes the layout checks", { tag: "@both" }, async ({
  enter,
  keeper,
  server,
  size,
}) => {
  // The newest account, the first in the list of accounts.
  const name = randomUUID().slice(0, 8);
  const email = `kept-${name}@example.com`;
  const subject = `Deposit ${name}`;
  const owner = await enter();
  await registerAccount(owner.context.request, server, email);
  await createDraftQuote(owner.page, await createParties(owner.page));
  await postJson(owner.page, "/api/support", { subject, message: "It is asked for twice." });
  const { page } = await keeper();
  await page.goto("/dashboard");
  if (size === "phone") {
    await page.getByRole("link", { name: "More" }).click();
    await page.getByRole("link", { name: /^Administration/ }).click();
  } else {
    await page.getByRole("button", { name: "Ada Pipe" }).click();
    await page.getByRole("menuitem", { name: "Administration" }).click();
  }
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await page.getByText("None verified yet").waitFor();
  await page.getByRole("heading", { name: "Plans" }).waitFor();
  await expectSoundLayout(page, "admin");
  await takePagePicture(page, `admin-${size}`);

  await findAccount(page, email);
  await page.getByText("hasn’t let support view").waitFor();
  await expectSoundLayout(page, "admin-user");
  await takePagePicture(page, `admin-user-${size}`);
  await page.goto("/admin/users");
  await page.getByRole("searchbox", { name: /^Search email/ }).waitFor();
  await page.getByText(email).filter({ visible: true }).waitFor();
  await expectSoundLayout(page, "admin-users");
  await takePagePicture(page, `admin-users-${size}`);

  const question = page.getByRole("link", { name: subject }).filter({ visible: true }).first();
  await page.getByRole("link", { name: "Support", exact: true }).filter({ visible: true }).last().click();
  await page.getByRole("heading", { name: "Support", level: 1 }).waitFor();
  await question.waitFor();
  await expectSoundLayout(page, "admin-support");
  await takePagePicture(page, `admin-support-${size}`);
  await question.click();
  await page.getByText("It is asked for twice.").waitFor();
  await page.getByLabel("Your reply").fill("Untick “Ask for a deposit”.\n\nThen send it again.");
  await page.getByRole("button", { name: "Send reply" }).click();
  await page.getByText(/^Your reply is on its way to /).waitFor();
  await page.getByText("Replied", { exact: true }).first().waitFor();
  await expectSoundLayout(page, "admin-question");
  await takePagePicture(page, `admin-question-${size}`);
  await waitForMail(server, email, /Untick/);
  await owner.page.goto("/support");
  await owner.page.getByText("Then send it again.").waitFor();
  await expectFits(owner.page, "support-answered");

  // A question is found whether it was answered or not.
  await page.goto("/admin/support");
  await page.getByLabel("Search questions").fill(subject);
  await question.waitFor();

  await page.goto("/admin/audit");
  const answered = page.getByText(/replied to a question/);
  await answered.first().waitFor();
  await expectSoundLayout(page, "admin-audit");
  await takePagePicture(page, `admin-audit-${size}`);
});

test("an account is suspended and reopened", { tag: "@both" }, async ({ plumber, keeper, size }) => {
  const owner = await plumber();
  owner.expectErrors(/403|4401/);
  await owner.page.goto("/dashboard");
  const { page } = await keeper();
  await findAccount(page, owner.account.email);
  await page.getByRole("button", { name: "Suspend the account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Why").fill("Sends spam");
  await expectFits(page, "admin-suspend");
  await dialog.getByRole("button", { name: "Suspend the account" }).click();
  await page.getByText(/^Suspended since/).waitFor();
  await owner.page.goto("/dashboard");
  await owner.page.getByRole("heading", { name: "Account suspended" }).waitFor();
  await expectSoundLayout(owner.page, "suspended");
  await takePagePicture(owner.page, `suspended-${size}`);
  await page.getByRole("button", { name: "Reopen the account" }).click();
  await dialog.getByLabel("Why").fill("A mistake");
  await dialog.getByRole("button", { name: "Reopen the account" }).click();
  await page.getByRole("button", { name: "Suspend the account" }).waitFor();
  await owner.page.reload();
  await owner.page
    .getByRole("link", { name: "Quotes", exact: true })
    .filter({ visible: true })
    .first()
    .waitFor();
  await expect(owner.page.getByRole("heading", { name: "Account suspended" })).toHaveCount(0);
});

test("support views an account with its owner's consent", { tag: "@both" }, async ({
  plumber,
  keeper,
  server,
  size,
}) => {
  const owner = await plumber();
  const { email } = owner.account;
  await owner.page.goto("/settings");
  await owner.page.getByRole("button", { name: "Allow access" }).click();
  await owner.page.getByText(/^Support has access until/).waitFor();
  await expectFits(owner.page, "support-access");
  const { page, expectErrors } = await keeper();
  // The app's automatic writes are refused.
  expectErrors(/403/);
  await findAccount(page, email);
  await openSupportView(page, "A question");
  const band = page.getByText(/^You are looking at Ada Pipe’s account as support/);
  await band.waitFor();
  await takePagePicture(page, `support-band-${size}`);
  await page.goto("/contacts");
  await page.getByText("Margaret Holroyd").filter({ visible: true }).first().waitFor();
  await band.waitFor();
  // There is no 'New', and nothing that creates or changes anything.
  await expect(page.getByRole("button", { name: "New", exact: true })).toHaveCount(0);
  // The same at every such address: src/app/refused.test.tsx.
  await page.goto("/quotes/create");
  await page.getByRole("heading", { name: "You’re only looking: you can’t change anything" }).waitFor();
  await expect(page.getByRole("button", { name: "Send quote" })).toHaveCount(0);
  await expectFits(page, "support-looking");
  // A form can be read, but its buttons are disabled.
  for (const [path, name] of [
    ["/settings", "Delete account"],
    ["/support", "Send message"],
  ] as const) {
    await page.goto(path);
    await page.locator("main h1").first().waitFor();
    await expect(page.locator("main").getByRole("textbox").first()).toBeDisabled();
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
  }
  await page.goto("/admin");
  await page.getByRole("heading", { name: "There is no page here" }).waitFor();
  await owner.page.reload();
  await owner.page.getByText("Plumbline support, view only").waitFor();
  await page.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("heading", { name: email, level: 1 }).waitFor();
  await waitForMail(server, email, /Support is looking at your Plumbline account/);

  // The owner ends the next two visits: the administrator is back in their own account when they load a page,
  // and when an open page sends a request.
  expectErrors(/401/);
  const openQuotes = () =>
    page.getByRole("link", { name: "Quotes", exact: true }).filter({ visible: true }).first().click();
  for (const goOn of [() => page.reload(), openQuotes]) {
    await findAccount(page, email);
    await openSupportView(page, "Another question");
    await band.waitFor();
    await owner.page.getByRole("button", { name: "Stop access" }).click();
    await owner.page.getByRole("button", { name: "Allow access" }).click();
    await owner.page.getByText(/^Support has access until/).waitFor();
    await goOn();
    await page.getByText("Your access to the account has ended").waitFor();
    await page.getByRole("heading", { name: "Users", level: 1 }).waitFor();
  }
  await takePagePicture(page, `support-over-${size}`);
});

test("administration pages do not exist for others, or once the role is withdrawn", async ({
  plumber,
  keeper,
  server,
}) => {
  const other = await plumber(PHONE);
  await other.page.goto("/admin/users");
  await other.page.getByRole("heading", { name: "There is no page here" }).waitFor();
  const { page, account, expectErrors } = await keeper(DESKTOP);
  expectErrors(/403/);
  await page.goto("/admin");
  await page.getByRole("heading", { name: "Health" }).waitFor();
  await runAdmin(server, "revoke", account.email);
  await page.getByRole("link", { name: "Users", exact: true }).click();
  await page.getByRole("heading", { name: "You’re no longer an administrator" }).waitFor();
  await expectFits(page, "admin-withdrawn");
  await page.getByRole("button", { name: "Go to the dashboard" }).click();
  await page.waitForURL("**/dashboard");
  await page.goto("/admin");
  await page.getByRole("heading", { name: "There is no page here" }).waitFor();
});
