// Rarer totals of a document: a round total, VAT for the whole document, costs and choices.
import type { Page, ViewportSize } from "@playwright/test";
import { PHONE } from "./support/browser.ts";
import { readTotals, waitForSaved } from "./support/editor.ts";
import { expectFits } from "./support/layout.ts";
import { createDraftQuote, getJson, type Json } from "./support/seed.ts";
import { expect, type TestFixtures, test } from "./support/test.ts";

/** A user at a draft of two lines: £98.41, £118.09 with VAT. */
async function openDraft(plumber: TestFixtures["plumber"], viewport?: ViewportSize) {
  const { page, who } = await plumber(viewport);
  const { id } = await createDraftQuote(page, who);
  const quote = (): Promise<Json> => getJson(page, `/api/quotes/${id}`);
  const open = async () => {
    await page.goto(`/quotes/edit/${id}`);
    await page.getByLabel("Job description").waitFor();
  };
  await open();
  return { page, quote, open };
}

async function chooseInMenu(page: Page, line: number, item: string): Promise<void> {
  await page.getByRole("button", { name: `More for line ${line}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("'Make it £100' sets the discount that gives that total", { tag: "@both" }, async ({ plumber }) => {
  const { page, quote } = await openDraft(plumber);
  const opener = page.getByRole("button", { name: /Show how it adds up/ });
  if (await opener.isVisible()) await opener.click();
  await page.getByRole("button", { name: "Make it £…" }).click();
  const total = page.getByLabel("Make the total");
  await total.fill("500");
  await page.getByRole("button", { name: "Set discount" }).click();
  await page.getByText("To make the total higher, raise a price or add a line.").waitFor();
  await expectFits(page, "the total that is asked for");
  await total.fill("100");
  await page.keyboard.press("Enter");
  await page.getByText("The discount is now £15.08.").waitFor();
  await page.keyboard.press("Escape");
  await waitForSaved(page);
  const { discountType, discount, totals } = await quote();
  expect([discountType, discount, totals.totalAmount]).toEqual(["other", "15.08", "100.00"]);
  expect((await readTotals(page)).Total).toBe("£100.00");
});

test("document-wide VAT, costs and choices are saved and read back", async ({ plumber }) => {
  const { page, quote, open } = await openDraft(plumber, PHONE);
  await page.getByLabel("VAT", { exact: true }).selectOption({ label: "Reverse charge" });
  await page.getByText("Your customer pays the VAT to HMRC").waitFor();
  await page.getByRole("button", { name: "Add CIS deduction" }).click();
  await chooseInMenu(page, 1, "Materials and their cost");
  await page.getByLabel("Line 1 cost", { exact: true }).fill("60");
  await page.getByRole("button", { name: "Add choices" }).click();
  await page.getByLabel("Choice 2", { exact: true }).fill("Brass");
  await page.getByLabel("Line 2 choice", { exact: true }).selectOption({ label: "Brass" });
  await waitForSaved(page);
  let stored = await quote();
  expect(stored.vatTreatment).toBe("reverseCharge");
  expect([stored.items[0].costType, stored.items[0].cost]).toEqual(["materials", "60"]);
  expect(stored.choices.map(({ name }: Json) => name)).toEqual(["Good", "Brass"]);
  expect(stored.items[1].choice).toBe(stored.choices[1].id);
  // The pipe is in the choice that doesn't count. CIS is calculated on 89.90 less the materials for 60.
  const { totalAmount, vatAmount, reverseChargeVat, cisBase } = stored.totals;
  expect([totalAmount, vatAmount, reverseChargeVat, cisBase]).toEqual(["89.90", "0.00", "17.98", "29.90"]);

  await page.getByLabel("Recommended", { exact: true }).selectOption({ label: "Brass" });
  await waitForSaved(page);
  await open();
  await expect(page.getByLabel("VAT", { exact: true })).toHaveValue("reverseCharge");
  await expect(page.getByLabel("Line 1 cost", { exact: true })).toHaveValue("60.00");
  await expect(page.getByLabel("Choice 2", { exact: true })).toHaveValue("Brass");
  await page.getByRole("button", { name: "Remove choices" }).click();
  await page.getByRole("dialog", { name: "Remove the choices?" }).getByText("Keep every line").click();
  await waitForSaved(page);
  stored = await quote();
  expect([stored.choices, stored.items[1].choice]).toEqual([[], null]);
  expect(stored.totals.totalAmount).toBe("98.41");
});
