// The VAT return: the registration, the boxes and their records, and a filed quarter.
import { downloadFile } from "./support/downloads.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createSentInvoice, dayFromToday, postJson, REGISTERED } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test.use({ firstSize: "desktop" });

/** The last day of the calendar quarter before this day's. */
function getQuarterBefore(today: string): string {
  const date = new Date(today);
  const month = date.getUTCMonth();
  return new Date(Date.UTC(date.getUTCFullYear(), month - (month % 3), 0)).toISOString().slice(0, 10);
}

/**
 * Matches the end of a period as a page formats it: September is abbreviated to three letters, or in some
 * browsers to four.
 */
function buildUntilPattern(last: string): RegExp {
  const date = new Date(last);
  const month = date.toLocaleDateString("en-US", { month: "short", timeZone: "UTC" });
  return new RegExp(`to ${date.getUTCDate()} ${month}t? ${date.getUTCFullYear()}`);
}

test("a business enters its VAT registration and marks a quarter as filed", { tag: "@both" }, async ({
  plumber,
  screen,
  size,
}) => {
  const { page, who, expectErrors } = await plumber(screen, REGISTERED);
  expectErrors(/422/);
  const today = dayFromToday(0);
  const before = getQuarterBefore(today);
  await page.goto("/reports");
  await page.getByRole("link", { name: /^VAT return/ }).click();
  await page.getByText("When did you register for VAT?").waitFor();
  await page.getByRole("link", { name: "Enter its registration" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Enter the date.").waitFor();
  await page.getByLabel("Registered from").fill("2025-01-01");
  await page.getByLabel("Registered until").fill("2024-12-31");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The last date can’t be before the first.").waitFor();
  await page.getByLabel("Registered until").fill("");
  await expectSoundLayout(page, "a registration");
  await takePagePicture(page, `vat-registration-${size}`);
  await page.getByRole("button", { name: "Save" }).click();

  const twenty = { tax: "20" };
  const { invoiceNumber } = await createSentInvoice(page, who, {
    ...twenty,
    issueDate: before,
    dueDate: before,
  });
  await createSentInvoice(page, who, twenty);
  await postJson(page, "/api/expenses", {
    date: today,
    supplier: "Screwfix",
    category: "costOfGoods",
    amount: "60",
    vatRate: "20",
    receipts: [],
  });
  await page.goto("/vat");
  const row = (hasText: RegExp) =>
    page
      .getByRole(size === "phone" ? "listitem" : "row")
      .filter({ hasText })
      .filter({ visible: true })
      .first();
  const box = (number: number, amount: string) => {
    const label = size === "phone" ? `Box ${number}` : `^${number}`;
    return row(new RegExp(label)).filter({ hasText: amount });
  };
  await box(1, "£20.00").waitFor();
  await box(4, "£10.00").waitFor();
  await box(5, "£10.00").waitFor();
  await box(6, "£100.00").waitFor();
  await box(7, "£50.00").waitFor();
  await page.getByText("Not over yet").waitFor();
  await takePagePicture(page, `vat-return-${size}`);
  await downloadFile(page, "Spreadsheet");
  await box(4, "£10.00").getByRole("link").click();
  await row(/Screwfix/).waitFor();
  await expectSoundLayout(page, "the records of a box");
  await page.goBack();

  // The previous quarter is filed, and later changes to it count in this one.
  await page.getByRole("button", { name: "Earlier period" }).click();
  await page.getByText(buildUntilPattern(before)).first().waitFor();
  await box(1, "£20.00").waitFor();
  await page.getByRole("button", { name: "Mark as filed" }).click();
  // As the first return filed here, it closes all earlier periods.
  const dialog = page.getByRole("dialog");
  await dialog.getByText("count as filed elsewhere").waitFor();
  await expectFits(page, "what a filing locks");
  await takePagePicture(page, `vat-filing-${size}`);
  await dialog.getByRole("button", { name: "Mark as filed" }).click();
  await page.getByText("Filed", { exact: true }).first().waitFor();
  await takePagePicture(page, `vat-filed-${size}`);
  await createSentInvoice(page, who, { ...twenty, issueDate: before, dueDate: before });
  await page.reload();
  await box(1, "£20.00").waitFor();
  await expect(page.getByRole("button", { name: "Mark as filed" })).toHaveCount(0);
  await page.getByRole("button", { name: "Later period" }).click();
  await page.getByText("1 record from a period you’ve already filed counts here.").waitFor();
  await box(1, "£40.00").waitFor();
  await expectSoundLayout(page, "a return with a late record");
  await takePagePicture(page, `vat-late-${size}`);
  await box(1, "£40.00").getByRole("link").click();
  await row(/wasn’t in the VAT return you filed for then/).waitFor();
  await takePagePicture(page, `vat-records-${size}`);
  await page.goBack();
  await page.getByRole("button", { name: "Earlier period" }).click();
  await box(1, "£20.00").getByRole("link").click();
  await row(new RegExp(invoiceNumber)).getByRole("link").click();
  await page.waitForURL("**/invoices/*");
  await page.goBack();
  await page.goBack();
  await page.getByRole("button", { name: "Reopen" }).click();
  await page.getByRole("button", { name: "Mark as filed" }).waitFor();
});
