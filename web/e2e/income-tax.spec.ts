// Income Tax of a year: the boxes of the return, the quarterly updates, and the records behind them.
import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import { downloadFile } from "./support/downloads.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createSentInvoice, dayFromToday, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test.use({ firstSize: "desktop" });

test("a tax year is filled in, from its choices to the last update", { tag: "@both" }, async ({
  plumber,
  size,
}) => {
  const { page, who, expectErrors } = await plumber();
  const today = dayFromToday(0);
  expectErrors(/422/);
  const { id, invoiceNumber } = await createSentInvoice(page, who);
  await postJson(page, `/api/invoices/${id}/payments`, { amount: "60", method: "cash", date: today });

  // A phone bill that is one fifth private, and fuel for a van that is claimed by mileage.
  await page.goto("/expenses/create");
  await page.getByLabel("Amount paid").fill("50");
  await page.getByLabel("Category").selectOption({ label: "Phone and office" });
  await page.getByRole("button", { name: "Part of this was private" }).click();
  await page.getByLabel("Private part").fill("20");
  await page.getByLabel("Category").selectOption({ label: "Car, van and travel" });
  await page.getByRole("checkbox", { name: /^Fuel, repairs/ }).waitFor();
  await page.getByLabel("Category").selectOption({ label: "Phone and office" });
  await takePagePicture(page, `income-tax-private-${size}`);
  await page.getByRole("button", { name: "Save expense" }).click();
  await page.waitForURL("**/expenses");
  await postJson(page, "/api/expenses", {
    date: today,
    category: "carVanTravelExpenses",
    amount: "60",
    vehicleCost: true,
    receipts: [],
  });

  await page.goto("/reports");
  await page.getByRole("link", { name: /^Income Tax/ }).click();
  await page.getByRole("heading", { level: 1, name: "Income Tax" }).waitFor();
  // A row of a table, or a card on a phone.
  const row = (hasText: RegExp) =>
    page
      .getByRole(size === "phone" ? "listitem" : "row")
      .filter({ hasText })
      .filter({ visible: true })
      .first();
  const box = (number: number, label: string) =>
    row(new RegExp(size === "phone" ? `${label}.*Box ${number}` : `^${number}.*${label}`));
  const shows = (found: Locator, amount: string) => found.filter({ hasText: amount }).waitFor();
  const open = (found: Locator) => found.getByRole("link").click();
  await shows(box(15, "Your turnover"), "£60.00");
  await shows(box(23, "Phone, fax"), "£50.00");
  await shows(box(47, "Net profit"), "£10.00");
  await page.getByText("1 record does not count.").waitFor();
  // A box whose rule is confirmed has no note.
  await expect(box(15, "Your turnover").filter({ hasText: "accountant" })).toHaveCount(0);
  await expect(box(23, "Phone, fax").filter({ hasText: "accountant" })).toHaveCount(0);
  await expectSoundLayout(page, "a tax year");
  await takePagePicture(page, `income-tax-year-${size}`);

  // Interest, and hours at home.
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Other business income" });
  await dialog.getByRole("button", { name: "Add income" }).click();
  await dialog.getByText("Please say what it was for.").waitFor();
  await dialog.getByLabel("What for").fill("Bank interest");
  await dialog.getByLabel("Amount").fill("12.5");
  await expectFits(page, "other income");
  await takePagePicture(page, `income-tax-other-${size}`);
  await dialog.getByRole("button", { name: "Add income" }).click();
  await page.getByText("Income added", { exact: true }).first().waitFor();
  await shows(box(16, "Any other business income"), "£12.50");
  await page.getByRole("link", { name: "Change", exact: true }).click();
  await page.getByLabel("6 Apr – 5 May").fill("101");
  await page.getByLabel("How you claim").selectOption({ label: "Actual costs" });
  await page.getByLabel("Private use").fill("250");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Enter the private part as a percentage from 0 to 100.").waitFor();
  await page.getByLabel("Private use").fill("25");
  await expectSoundLayout(page, "how a year counts");
  await takePagePicture(page, `income-tax-choices-${size}`);
  await page.getByRole("button", { name: "Save" }).click();
  await shows(box(21, "Rent, rates"), "£26.00");
  await shows(box(20, "Car, van"), "£60.00");
  await page.getByText("Actual costs, 25% private").waitFor();

  // The short pages include only what is allowable.
  await page.getByRole("radio", { name: /^Short/ }).click();
  await shows(box(12, "Car, van"), "£45.00");
  await shows(box(18, "Phone, fax"), "£40.00");
  await open(box(12, "Car, van"));
  await page.getByRole("heading", { level: 1, name: "Box 12: Car, van and travel expenses" }).waitFor();
  await page.getByText(/^£45.00, tax year/).waitFor();
  await expectSoundLayout(page, "the records of a box");
  await takePagePicture(page, `income-tax-records-${size}`);
  await page.goBack();
  await open(box(9, "Your turnover"));
  await open(row(new RegExp(invoiceNumber)));
  await page.waitForURL(`**/invoices/${id}`);

  // The last update includes everything; its file matches its screen.
  await page.goto("/income-tax");
  await page.getByRole("link", { name: /^Update 4/ }).click();
  await page.getByRole("heading", { level: 1, name: /^Update 4, / }).waitFor();
  await shows(row(/Turnover/), "£60.00");
  await expectSoundLayout(page, "an update");
  await takePagePicture(page, `income-tax-update-${size}`);
  const json = JSON.parse(await readFile(await (await downloadFile(page, "JSON")).path(), "utf8"));
  expect(json.periodIncome).toEqual({ turnover: 60, other: 12.5, taxTakenOffTradingIncome: 0 });
  expect(json.periodExpenses).toEqual({
    carVanTravelExpenses: 60,
    premisesRunningCosts: 26,
    adminCosts: 50,
  });
  const sheet = await downloadFile(page, "Spreadsheet");
  expect(sheet.suggestedFilename()).toMatch(/^update-\d{4}-\d{2}-to-\d{4}-04-05\.xlsx$/);
  await page.getByRole("radio", { name: "One total" }).click();
  await shows(row(/All allowable expenses/), "£111.00");
  await open(row(/All allowable expenses/));
  await page.getByRole("heading", { level: 1, name: "All allowable expenses" }).waitFor();
  await row(/101 hours at home/).waitFor();
});
