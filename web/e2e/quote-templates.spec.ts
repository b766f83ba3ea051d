// Quote templates: saved from a quote, used for the next, renamed, deleted and restored; also without a
// connection.
import type { Locator, Page } from "@playwright/test";
import { PHONE } from "./support/browser.ts";
import { chooseCustomer, getDocumentId, ON_DEVICE_ONLY } from "./support/editor.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { test, waitForAllSent, waitForCached } from "./support/offline.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createDraftQuote, getJson, type Json, postJson } from "./support/seed.ts";
import { expect, type Size } from "./support/test.ts";

const TEMPLATE = {
  name: "Bathroom refit",
  jobDescription: "Refit the bathroom",
  notes: "Two days",
  tax: "20",
  includeDeposit: true,
  deposit: "25",
  sections: [{ id: "s", name: "Wet room" }],
  items: [
    { id: "a", name: "Bath", quantity: "1", price: "320", cost: "210", costType: "materials", section: "s" },
    { id: "b", name: "Rail", quantity: "2", price: "75" },
  ],
};

/** The rows of the list, which is a table on a desktop. */
const findRows = (page: Page, size: Size): Locator =>
  size === "phone"
    ? page.getByRole("list", { name: "Quote templates" }).getByRole("listitem")
    : page.locator("tbody").getByRole("row");

const readNames = async (page: Page) =>
  (await getJson(page, "/api/quote-templates")).map(({ name }: Json) => name);

test("a quote is saved as a template, and the next quote is made from it", { tag: "@both" }, async ({
  plumber,
  size,
}) => {
  const { page, who, expectErrors } = await plumber();
  // A blank name, and one that is already taken.
  expectErrors(/422/);
  const { id } = await createDraftQuote(page, who);
  await page.goto("/quotes/templates");
  await page.getByText("No templates yet").waitFor();
  await takePagePicture(page, `templates-none-${size}`);
  await page.goto(`/quotes/${id}`);
  const more = page.getByRole("button", { name: "More for this draft quote" });
  await more.click();
  await page.getByRole("menuitem", { name: "Save as template" }).click();
  const dialog = page.getByRole("dialog", { name: "Save as template" });
  const name = dialog.getByLabel("Name", { exact: true });
  await expect(name, "the job is a name to begin with").toHaveValue("New tap");
  await name.fill(" ");
  await dialog.getByRole("button", { name: "Save template" }).click();
  await dialog.getByText(/Give it a name/).waitFor();
  await name.fill("Tap swap");
  await takePagePicture(page, `template-save-${size}`);
  await expectFits(page, "saving a template");
  await dialog.getByRole("button", { name: "Save template" }).click();
  await page.getByText("Tap swap was saved as a template", { exact: true }).waitFor();
  await postJson(page, "/api/quote-templates", TEMPLATE);
  // Saving under the same name again replaces the template.
  await more.click();
  await page.getByRole("menuitem", { name: "Save as template" }).click();
  await name.fill("tap SWAP");
  await dialog.getByText("This replaces what’s in Tap swap now.").waitFor();
  await dialog.getByRole("button", { name: "Update template" }).click();
  await page.getByText("tap SWAP was updated", { exact: true }).waitFor();

  await page.goto("/quotes/templates");
  const rows = findRows(page, size);
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toHaveText(/Bathroom refit.*£564\.00/);
  await takePagePicture(page, `templates-${size}`);
  await expectSoundLayout(page, "the templates");
  await rows.first().getByRole("link").first().click();
  await page.waitForURL("**/quotes/edit/*");
  await page.getByText("Saved", { exact: true }).first().waitFor();
  await takePagePicture(page, `template-used-${size}`);
  const made = await getJson(page, `/api/quotes/${getDocumentId(page)}`);
  expect(made.contactId, "no customer is chosen").toBe(null);
  expect(made.totals.totalAmount).toBe("564.00");
  expect(made.items.map(({ name, section, cost }: Json) => [name, section ?? null, cost])).toEqual([
    ["Bath", "s", "210.00"],
    ["Rail", null, null],
  ]);
  const ids = made.items.map(({ id: line }: Json) => line);
  expect(ids, "its lines are its own").not.toContain("a");
  expect(ids, "its lines are its own").not.toContain("b");
  expect(made.sections).toEqual(TEMPLATE.sections);

  await page.goto("/quotes/templates");
  await page.getByRole("button", { name: "Actions for tap SWAP" }).filter({ visible: true }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  const rename = page.getByRole("dialog", { name: "Rename tap SWAP" });
  await rename.getByLabel("Name", { exact: true }).fill("Bathroom refit");
  await rename.getByRole("button", { name: "Save name" }).click();
  await rename.getByText("You already have a template called “Bathroom refit”.").waitFor();
  await rename.getByLabel("Name", { exact: true }).fill("Kitchen tap");
  await rename.getByRole("button", { name: "Save name" }).click();
  await page.getByText("It’s now called Kitchen tap", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Actions for Kitchen tap" }).filter({ visible: true }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByText("Kitchen tap was deleted", { exact: true }).waitFor();
  await page
    .getByRole("region", { name: /Notifications/ })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect.poll(() => readNames(page)).toContain("Kitchen tap");
});

test("without signal a quote is made from a template, and a template from a quote", async ({ ready }) => {
  const { page, who, context, expectErrors } = await ready(PHONE);
  await postJson(page, "/api/quote-templates", TEMPLATE);
  const { id } = await createDraftQuote(page, who);
  await page.goto("/quotes/templates");
  await findRows(page, "phone").first().waitFor();
  await waitForCached(page, "/api/quote-templates");
  await page.goto(`/quotes/${id}`);
  await page.getByRole("heading", { name: "Draft quote" }).waitFor();
  await waitForCached(page, `/api/quotes/${id}`);
  await context.setOffline(true);

  await page.getByRole("button", { name: "More for this draft quote" }).click();
  await page.getByRole("menuitem", { name: "Save as template" }).click();
  const dialog = page.getByRole("dialog", { name: "Save as template" });
  await dialog.getByLabel("Name", { exact: true }).fill("Tap swap");
  await dialog.getByRole("button", { name: "Save template" }).click();
  await page.getByText("Tap swap was saved as a template", { exact: true }).waitFor();

  await page.goto("/quotes/templates");
  const rows = findRows(page, "phone");
  await rows.nth(1).waitFor();
  await takePagePicture(page, "templates-cellar");
  await rows.filter({ hasText: "Bathroom refit" }).getByRole("link").first().click();
  await page.waitForURL("**/quotes/edit/*");
  await page.getByText(ON_DEVICE_ONLY).first().waitFor();
  await chooseCustomer(page, "Margaret");
  const made = getDocumentId(page);
  // The page may request the quote before it has been sent.
  expectErrors(new RegExp(`/api/quotes/${made}$`));
  await context.setOffline(false);
  await waitForAllSent(page);
  await expect.poll(async () => (await getJson(page, `/api/quotes/${made}`)).contactId).toBe(who.contact.id);
  expect((await getJson(page, `/api/quotes/${made}`)).totals.totalAmount).toBe("564.00");
  expect(await readNames(page)).toEqual(["Bathroom refit", "Tap swap"]);
});
