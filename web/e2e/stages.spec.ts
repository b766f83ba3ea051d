// A job invoiced in stages: a deposit, a part and the final invoice, what the customer sees, and the amounts
// left in between.
import type { Page } from "@playwright/test";
import { buildPublicPath, createFullBusiness, createSentDocument } from "./support/customer.ts";
import { getDocumentId } from "./support/editor.ts";
import { expectFits } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { getJson, type Json, postJson } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

const toPence = (amount: string) => Math.round(Number(amount) * 100);

/** Sends the invoice in the editor by link, over HTTP: the dialog has tests of its own. */
const sendDocument = (page: Page): Promise<Json> =>
  postJson(page, `/api/invoices/${getDocumentId(page)}/send`, { via: "link" });

test("the final invoice takes off a deposit and a stage invoiced before", { tag: "@both" }, async ({
  owner,
  enter,
  size,
}) => {
  const { page, expectErrors } = await owner();
  const customer = await enter();
  expectErrors(/422/);
  const quote = await createSentDocument(page, "quote", await createFullBusiness(page), {
    includeDeposit: true,
    deposit: "25",
  });
  await postJson(page, buildPublicPath("quote", quote, "accept"));

  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Invoice a part" }).click();
  const dialog = page.getByRole("dialog", { name: "Invoice a part of this job" });
  // The deposit is the first suggestion.
  await dialog.getByText(/^The deposit on the quote/).waitFor();
  await dialog.getByText("This invoice", { exact: true }).waitFor();
  await expectFits(page, "the dialog of a stage");
  await takePagePicture(page, `stage-dialog-${size}`);
  await dialog.getByRole("button", { name: "Make the invoice" }).click();
  await page.waitForURL("**/invoices/edit/*");
  await page
    .getByText("Balance due")
    .or(page.getByText("Total", { exact: true }))
    .first()
    .waitFor();
  await takePagePicture(page, `stage-editor-${size}`);
  await sendDocument(page);

  await page.goto(`/quotes/${quote.id}`);
  await page.getByText("Left to invoice").waitFor();
  await expectFits(page, "a quote with a stage");
  await page.getByRole("button", { name: "Invoice a part" }).click();
  await dialog.getByLabel("Of the agreed total").fill("90");
  await dialog.getByText(/more than is left to invoice for the job/).waitFor();
  await expect(dialog.getByRole("button", { name: "Make the invoice" })).toBeDisabled();
  await takePagePicture(page, `stage-too-much-${size}`);
  await dialog.getByRole("radio", { name: "Amount" }).click();
  await dialog.getByLabel("Amount, including VAT").fill("100");
  await dialog.getByText("£100.00").first().waitFor();
  await dialog.getByRole("radio", { name: "Lines" }).click();
  await dialog.getByRole("checkbox", { name: /Copper pipe/ }).click();
  await dialog.getByText("Left to invoice").waitFor();
  await takePagePicture(page, `stage-lines-${size}`);
  await dialog.getByRole("radio", { name: "Percentage" }).click();
  await dialog.getByLabel("Of the agreed total").fill("30");
  await dialog.getByText("This invoice", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Make the invoice" }).click();
  await page.waitForURL("**/invoices/edit/*");
  await sendDocument(page);

  await page.goto(`/quotes/${quote.id}`);
  const list = page.getByRole("list", { name: "Invoices" });
  await list.getByText("30% of the job").waitFor();
  await list.getByText("Deposit", { exact: true }).waitFor();
  await takePagePicture(page, `job-${size}`);
  await page.getByRole("button", { name: "Make the final invoice" }).click();
  await page.waitForURL("**/invoices/edit/*");
  const [deposit, part] = (await getJson(page, `/api/quotes/${quote.id}/stages`)).invoices;
  if (size === "phone") await page.getByRole("button", { name: /Show how it adds up/ }).click();
  await page.getByText(`Less invoice ${deposit.number}`).first().waitFor();
  await takePagePicture(page, `final-editor-${size}`);
  if (size === "phone") await page.keyboard.press("Escape");
  const last = await sendDocument(page);
  const job = await getJson(page, `/api/quotes/${quote.id}/stages`);
  expect(job.invoices.reduce((sum: number, { total }: Json) => sum + toPence(total), 0)).toBe(
    toPence(job.agreed),
  );
  expect(job.left).toBe("0.00");

  await customer.page.goto(`/i/${last.publicToken}`);
  await customer.page.getByText(`Less invoice ${part.number}`).first().waitFor();
  await expectFits(customer.page, "a final invoice as its customer reads it");
  await takePagePicture(customer.page, `final-page-${size}`);
  await page.goto(`/invoices/${last.id}`);
  await page.getByText("The final invoice of").waitFor();
  await takePagePicture(page, `final-detail-${size}`);
});
