// Batch actions on documents and undoing them; saved views; lists as files.
import type { Page } from "@playwright/test";
import { DESKTOP, PHONE } from "./support/browser.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { readMails } from "./support/mail.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createDraftQuote, createSentQuote, getJson, type Parties, postJson } from "./support/seed.ts";
import { expect, type Owner, test } from "./support/test.ts";

async function chooseRows(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More for your quotes" }).click();
  await page.getByRole("menuitem", { name: "Choose quotes" }).click();
}

async function pressAction(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name }).click();
}

test("chosen quotes are archived together, and one undo brings them all back", { tag: "@both" }, async ({
  plumber,
  size,
}) => {
  const { page, who } = await plumber();
  for (let n = 0; n < 4; n += 1) await createDraftQuote(page, who);
  await createSentQuote(page, who);
  await page.goto("/quotes");
  await page.getByRole("button", { name: "Draft 4" }).waitFor();
  await chooseRows(page);
  const ticks = page.getByRole("checkbox", { name: /^Choose (draft|Q-)/ });
  await expect(ticks).toHaveCount(5);
  await ticks.nth(0).click();
  await ticks.nth(2).click({ modifiers: ["Shift"] });
  await page.getByText("3 quotes chosen").waitFor();
  await expectSoundLayout(page, "choosing");
  await takePagePicture(page, `choosing-${size}`);
  await page.getByRole("button", { name: "Choose all 5 that match" }).click();
  await page.getByText("5 quotes chosen").waitFor();
  await pressAction(page, "Archive");
  await page.getByText("5 quotes archived", { exact: true }).waitFor();
  expect((await getJson(page, "/api/quotes")).total).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("5 quotes restored", { exact: true }).waitFor();
  expect((await getJson(page, "/api/quotes")).total).toBe(5);
});

/** Creates two drafts and a sent quote, for a customer whose address no other test uses. */
async function createOneQuote({ page, who, account }: Owner & { who: Parties }): Promise<string> {
  const email = `customer-of-${account.email}`;
  const contact = await postJson(page, "/api/contacts", { name: "Anita Patel", email });
  const hers = { ...who, contact };
  await createDraftQuote(page, hers);
  await createDraftQuote(page, hers);
  await createSentQuote(page, hers);
  return email;
}

/** Selects all three and asks for the drafts among them to be emailed. */
async function emailAllReminders(page: Page): Promise<void> {
  await chooseRows(page);
  await page.getByRole("button", { name: "Choose all 3 that match" }).click();
  await pressAction(page, "Email drafts to their customers");
  await page.getByText(/^2 quotes will be emailed in \d+ seconds?$/).waitFor();
}

test("emailing drafts can be cancelled, and drafts that cannot be emailed are named", {
  tag: "@both",
}, async ({ plumber, size }) => {
  const ada = await plumber();
  const { page } = ada;
  await createOneQuote(ada);
  await page.goto("/quotes");
  await emailAllReminders(page);
  await page.getByRole("button", { name: "See why 1 wasn’t sent" }).click();
  await page.getByText(/This quote has already been sent/).waitFor();
  await expectFits(page, "an action that is held");
  await takePagePicture(page, `held-${size}`);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Cancelled. Nothing was changed").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  // Asks again and reloads the page: it still says so.
  await emailAllReminders(page);
  await page.reload();
  await page.getByText(/^2 quotes will be emailed in/).waitFor();
});

// The same on the server, with a test clock: server/app/tests/http/batches. What the page displays:
// src/features/quotes/states.test.tsx.
test("drafts are emailed after ten seconds, even if the page is reloaded", { tag: "@prove" }, async ({
  plumber,
  server,
  size,
}) => {
  const ada = await plumber();
  const { page } = ada;
  const email = await createOneQuote(ada);
  await page.goto("/quotes");
  await emailAllReminders(page);
  await page.reload();
  // After ten seconds.
  await page.getByText("2 quotes being emailed, 1 not sent").waitFor({ timeout: 45_000 });
  await page.getByRole("button", { name: "Pending 3" }).waitFor();
  await takePagePicture(page, `sent-${size}`);
  const toHer = async () => (await readMails(server)).filter((message) => message.includes(email)).length;
  await expect.poll(toHer).toBe(2);
});

test("a view is saved under a name, opened by one tap, renamed and removed", async ({ plumber }) => {
  const { page, who } = await plumber(PHONE);
  await createDraftQuote(page, who);
  await page.goto("/quotes?status=draft");
  await page.getByRole("button", { name: "Save this view" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  await dialog.getByRole("button", { name: "Save view" }).click();
  await dialog.getByText("Give the view a name.").waitFor();
  await dialog.getByLabel("Name").fill("To finish");
  await expectFits(page, "naming a view");
  await dialog.getByLabel("Name").press("Enter");
  const view = page.getByRole("button", { name: "To finish", exact: true });
  await view.waitFor();
  await expect(view).toHaveAttribute("aria-pressed", "true");
  await takePagePicture(page, "view-phone");
  await page.goto("/quotes");
  await view.click();
  await page.waitForURL(/status=draft/);
  await page.getByRole("button", { name: "More for the view To finish" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Unfinished");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await page.getByRole("button", { name: "Unfinished", exact: true }).waitFor();
  await page.getByRole("button", { name: "More for the view Unfinished" }).click();
  await page.getByRole("menuitem", { name: "Remove view" }).click();
  await page.getByText("View removed", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Unfinished", exact: true }).waitFor();
});

test("a list is filtered by dates and downloaded as a spreadsheet and as PDFs", async ({ plumber }) => {
  const { page, who } = await plumber(DESKTOP);
  await createSentQuote(page, who);
  await page.goto("/quotes");
  await page.getByRole("button", { name: "Dates" }).click();
  const dates = page.getByRole("dialog", { name: "Dates" });
  await dates.getByLabel("From").fill("2020-01-01");
  await dates.getByLabel("Until").fill("2019-01-01");
  await dates.getByRole("button", { name: "Show" }).click();
  await dates.getByText("This is before the start date.").waitFor();
  await expectFits(page, "the dates");
  await dates.getByLabel("Until").fill("");
  await dates.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/from=2020-01-01/);
  await page.getByRole("button", { name: "More for your quotes" }).click();
  const sheet = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export as spreadsheet" }).click();
  expect((await sheet).suggestedFilename()).toMatch(/^quotes-\d{4}-\d\d-\d\d\.csv$/);
  await page.getByRole("button", { name: "More for your quotes" }).click();
  await page.getByRole("menuitem", { name: "Download as PDFs" }).click();
  const papers = page.getByRole("dialog", { name: "Download as PDFs" });
  await papers.getByRole("link", { name: "Download 1 quote" }).waitFor();
  await expectFits(page, "the PDFs to download");
  const zip = page.waitForEvent("download");
  await papers.getByRole("link", { name: "Download 1 quote" }).click();
  expect((await zip).suggestedFilename()).toMatch(/^quotes-\d{4}-\d\d-\d\d\.zip$/);
  expect(await (await zip).failure()).toBeNull();
});
