// What contractors deducted under the Construction Industry Scheme, compared with their statements.
import { downloadFile } from "./support/downloads.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { createSentInvoice, dayFromToday, postJson } from "./support/seed.ts";
import { test } from "./support/test.ts";

test.use({ firstSize: "desktop" });

test("a contractor's deduction is compared with the statement of it", { tag: "@both" }, async ({
  plumber,
  size,
}) => {
  const { page, who, expectErrors } = await plumber();
  expectErrors(/422/);
  const today = dayFromToday(0);
  await page.goto("/cis");
  await page.getByText("Nothing was deducted in this tax year").waitFor();
  const { id, invoiceNumber } = await createSentInvoice(page, who, {
    items: [
      { id: "a", name: "Copper pipe", quantity: "1", price: "40", costType: "materials" },
      { id: "b", name: "Fitting it", quantity: "1", price: "60", costType: "labour" },
    ],
    cisRate: "20",
  });
  // 20 % of 60.00 is 12.00, so 88.00 pays the invoice; this payment is half of it, and so half of each part.
  await postJson(page, `/api/invoices/${id}/payments`, { amount: "44", method: "cash", date: today });
  await page.reload();
  // The totals come before the months.
  const figure = (label: string) =>
    page
      .locator("dl")
      .first()
      .locator("> div")
      .filter({ has: page.getByText(label, { exact: true }) });
  await figure("Deducted").getByText("£6.00").waitFor();
  await figure("Paid before deduction").getByText("£50.00").waitFor();
  await figure("Materials").getByText("£20.00").waitFor();
  await page.getByText("Statement not due yet").waitFor();
  await takePagePicture(page, `cis-ledger-${size}`);

  await page.getByRole("button", { name: "Add its statement" }).click();
  const dialog = page.getByRole("dialog", { name: "Contractor’s statement" });
  await dialog.getByLabel("Paid, without VAT").fill("50");
  await dialog.getByLabel("Materials").fill("20");
  await dialog.getByLabel("Deducted").fill("60");
  await dialog.getByRole("button", { name: "Add statement" }).click();
  await dialog.getByText("Materials and deduction cannot be more than what was paid.").waitFor();
  await dialog.getByLabel("Deducted").fill("7.50");
  await expectSoundLayout(page, "a statement");
  await takePagePicture(page, `cis-statement-${size}`);
  await dialog.getByRole("button", { name: "Add statement" }).click();
  await page.getByText("The statement says £1.50 more deducted.").waitFor();
  await figure("On statements").getByText("£7.50").waitFor();
  await expectFits(page, "a statement that differs");
  await takePagePicture(page, `cis-differs-${size}`);
  await page.getByRole("button", { name: "Remove this statement" }).click();
  await page.getByText("Statement not due yet").waitFor();
  await page.getByRole("button", { name: "Add its statement" }).click();
  await dialog.getByLabel("Paid, without VAT").fill("50");
  await dialog.getByLabel("Materials").fill("20");
  await dialog.getByLabel("Deducted").fill("6");
  await dialog.getByRole("button", { name: "Add statement" }).click();
  await page.getByText("Statement agrees").waitFor();
  await downloadFile(page, "PDF");
  await page.getByRole("link", { name: invoiceNumber }).click();
  await page.waitForURL(`**/invoices/${id}`);

  // The tax return has the same amount as deducted.
  await page.goto("/income-tax");
  await page
    .getByRole(size === "phone" ? "listitem" : "row")
    .filter({ hasText: "statements from contractors" })
    .filter({ hasText: "£6.00" })
    .filter({ visible: true })
    .first()
    .waitFor();
});
