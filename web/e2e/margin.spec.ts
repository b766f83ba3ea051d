// The cost of a line, the mark-up on it and the resulting margin; prices that include VAT.
import type { Locator, Page, ViewportSize } from "@playwright/test";
import { DESKTOP } from "./support/browser.ts";
import { waitForSaved } from "./support/editor.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createDraftQuote, getJson, type Json, postJson, REGISTERED } from "./support/seed.ts";
import { expect, type TestFixtures, test } from "./support/test.ts";

async function chooseInMenu(page: Page, line: number, item: string) {
  await page.getByRole("button", { name: `More for line ${line}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** A user at a draft of two lines: a tap for £89.90, two pieces of pipe for £8.51. */
async function openDraft(plumber: TestFixtures["plumber"], viewport?: ViewportSize) {
  const { page, who } = await plumber(viewport, REGISTERED);
  const { id } = await createDraftQuote(page, who);
  await page.goto(`/quotes/edit/${id}`);
  const field = (line: number, what: string) => page.getByLabel(`Line ${line} ${what}`, { exact: true });
  await expect(field(1, "price")).toHaveValue("89.90");
  return { page, id, field, quote: (): Promise<Json> => getJson(page, `/api/quotes/${id}`) };
}

/** Opens the breakdown if it is collapsed, and the margin in it. */
async function findMargin(page: Page): Promise<Locator> {
  const opener = page.getByRole("button", { name: /Show how it adds up/ });
  if (await opener.isVisible()) await opener.click();
  const part = page.getByRole("region", { name: "Your margin" });
  await part.getByRole("button", { name: "Your margin" }).click();
  return part;
}

test("a cost and a mark-up make the price, and customers see neither", { tag: "@both" }, async ({
  enter,
  plumber,
  size,
}) => {
  const { page, id, field, quote } = await openDraft(plumber);
  await expect(page.getByText("Your margin"), "no line has a cost yet").toHaveCount(0);
  await chooseInMenu(page, 1, "Cost and mark-up");
  await field(1, "cost").fill("71.92");
  await expect(field(1, "mark-up")).toHaveValue("25");
  // A mark-up sets the price, also when the cost then changes; a typed price sets the mark-up.
  await field(1, "mark-up").fill("50");
  await expect(field(1, "price")).toHaveValue("107.88");
  await field(1, "cost").fill("80");
  await expect(field(1, "price")).toHaveValue("120.00");
  await expect(field(1, "mark-up")).toHaveValue("50");
  await field(1, "price").fill("100");
  await expect(field(1, "mark-up")).toHaveValue("25");
  await field(1, "cost").fill("79");
  await expect(field(1, "mark-up")).toHaveValue("26.6");
  await expect(field(1, "price"), "it was typed").toHaveValue("100.00");
  await page.getByText("Only you see this.").waitFor();
  await takePagePicture(page, `cost-${size}`);
  await expectSoundLayout(page, "a line's cost and mark-up");

  const part = await findMargin(page);
  await part.getByText("£21.00 (21%)").waitFor();
  await part.getByText("£79.00").waitFor();
  await part.getByText("Lines without a cost").waitFor();
  await takePagePicture(page, `margin-${size}`);
  await expectFits(page, "the margin");
  await page.keyboard.press("Escape");
  await waitForSaved(page);
  const stored = await quote();
  expect([stored.items[0].cost, stored.items[0].price]).toEqual(["79", "100"]);

  // On the quote's page, and on the customer's.
  await page.goto(`/quotes/${id}`);
  await (await findMargin(page)).getByText("£21.00 (21%)").waitFor();
  await takePagePicture(page, `margin-detail-${size}`);
  const { publicUrl } = await postJson(page, `/api/quotes/${id}/send`, { via: "link" });
  const customer = await enter(undefined, { hasAnsweredConsent: false });
  await customer.page.goto(publicUrl);
  await customer.page.getByRole("button", { name: "Accept Quote" }).waitFor();
  const html = await customer.page.content();
  for (const secret of ["79.00", "21.00", "26.6%", "Your margin", '"cost"', '"margin"']) {
    expect(html.includes(secret), `the customer's page has ${secret}`).toBe(false);
  }
});

test("prices that include VAT are what the customer pays", { tag: "@both" }, async ({
  enter,
  plumber,
  size,
}) => {
  const { page, id, field, quote } = await openDraft(plumber);
  // 89.90 and two of 4.255 are 98.41, and 118.09 with VAT.
  const turn = page.getByRole("switch", { name: "Prices include VAT" });
  await turn.click();
  const dialog = page.getByRole("dialog", { name: "What about the prices you typed?" });
  await dialog.getByText("Your customer pays £98.41, instead of £118.09.").waitFor();
  await dialog.getByText("Your customer still pays £118.09.").waitFor();
  await takePagePicture(page, `with-vat-asked-${size}`);
  await expectFits(page, "what about the prices");
  await dialog.getByRole("button", { name: /^Add the VAT to each price/ }).click();
  await expect(field(1, "price")).toHaveValue("107.88");
  await expect(field(2, "price")).toHaveValue("5.106");
  await expect(turn).toBeChecked();
  // One undo reverts both.
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(field(1, "price")).toHaveValue("89.90");
  await expect(turn).not.toBeChecked();
  await turn.click();
  await dialog.getByRole("button", { name: /^Leave the numbers as they are/ }).click();
  await field(1, "price").fill("340");
  await field(2, "quantity").fill("1");
  await field(2, "price").fill("13.90");
  await page.getByText("inc. VAT", { exact: true }).first().waitFor();
  await takePagePicture(page, `with-vat-${size}`);
  await expectFits(page, "prices with VAT");
  await waitForSaved(page);
  const stored = await quote();
  expect([stored.pricesIncludeVat, stored.totals.totalAmount, stored.totals.vatAmount]).toEqual([
    true,
    "353.90",
    "58.98",
  ]);
  // A mark-up applies to the price without VAT.
  await chooseInMenu(page, 1, "Cost and mark-up");
  await field(1, "cost").fill("226.67");
  await expect(field(1, "mark-up")).toHaveValue("25");
  await waitForSaved(page);
  // CIS can't be combined with it; the switch says so.
  await page.getByRole("button", { name: "Add CIS deduction" }).click();
  await expect(turn).toHaveAccessibleDescription(/CIS is worked out on prices without VAT/);
  await page.getByRole("button", { name: "Remove cis deduction" }).click();
  await waitForSaved(page);

  const { publicUrl } = await postJson(page, `/api/quotes/${id}/send`, { via: "link" });
  const customer = await enter(undefined, { hasAnsweredConsent: false });
  await customer.page.goto(publicUrl);
  await customer.page.getByText("Amount inc. VAT", { exact: true }).first().waitFor();
  await customer.page.getByText("£58.98").first().waitFor();
  await customer.page
    .getByText(/£353\.90 with VAT, £294\.92 without/)
    .first()
    .waitFor();
  await takePagePicture(customer.page, `with-vat-customer-${size}`);
  await expectFits(customer.page, "a customer's prices with VAT");
});

test("a mark-up is undone in one step, and each choice shows its own margin", async ({ plumber }) => {
  const { page, field } = await openDraft(plumber, DESKTOP);
  await chooseInMenu(page, 1, "Cost and mark-up");
  await field(1, "cost").fill("40");
  await field(1, "mark-up").fill("50");
  await expect(field(1, "price")).toHaveValue("60.00");
  await field(1, "cost").fill("44");
  await expect(field(1, "price")).toHaveValue("66.00");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(field(1, "cost")).toHaveValue("40.00");
  await expect(field(1, "price")).toHaveValue("60.00");
  await page.getByRole("button", { name: "Add choices" }).click();
  await page.getByLabel("Choice 2", { exact: true }).fill("Brass");
  await field(2, "choice").selectOption({ label: "Brass" });
  await chooseInMenu(page, 2, "Cost and mark-up");
  await field(2, "cost").fill("2");
  const part = await findMargin(page);
  // The first choice: only the tap. Brass: the pipe as well, priced 8.51 and costing 4.00.
  await part.getByText("£20.00 (33.3%)").first().waitFor();
  await part.getByText("£24.51 (35.8%)").waitFor();
  await expectFits(page, "the margin of each choice");
  await takePagePicture(page, "margin-choices");
});
