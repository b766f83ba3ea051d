// A job invoiced in stages: a deposit, a part and the final invoice, what the customer sees, and what is left meanwhile.
import type { Page } from "@playwright/test";
import { business, call, sent } from "./support/customer.ts";
import { documentId } from "./support/editor.ts";
import { fits } from "./support/layout.ts";
import { picture } from "./support/picture.ts";
import { type Json, read, write } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

const pence = (amount: string) => Math.round(Number(amount) * 100);

/** Sends the invoice that is being edited by link, over HTTP: the dialog has tests of its own. */
const send = (page: Page): Promise<Json> =>
  write(page, `/api/invoices/${documentId(page)}/send`, { via: "link" });

test("the final invoice takes off a deposit and a stage invoiced before", { tag: "@both" }, async ({
  owner,
  enter,
  size,
}) => {
  const { page, expectErrors } = await owner();
  const customer = await enter();
  expectErrors(/422/);
  const quote = await sent(page, "quote", await business(page), { includeDeposit: true, deposit: "25" });
  await write(page, call("quote", quote, "accept"));

  await page.goto(`/quotes/${quote.id}`);
  await page.getByRole("button", { name: "Invoice a part" }).click();
  const dialog = page.getByRole("dialog", { name: "Invoice a part of this job" });
  // The deposit is suggested first.
  await dialog.getByText(/^The deposit on the quote/).waitFor();
  await dialog.getByText("This invoice", { exact: true }).waitFor();
  await fits(page, "the dialog of a stage");
  await picture(page, `stage-dialog-${size}`);
  await dialog.getByRole("button", { name: "Make the invoice" }).click();
  await page.waitForURL("**/invoices/edit/*");
  await page
    .getByText("Balance due")
    .or(page.getByText("Total", { exact: true }))
    .first()
    .waitFor();
  await picture(page, `stage-editor-${size}`);
  await send(page);

  await page.goto(`/quotes/${quote.id}`);
  await page.getByText("Left to invoice").waitFor();
  await fits(page, "a quote with a stage");
  await page.getByRole("button", { name: "Invoice a part" }).click();
  await dialog.getByLabel("Of the agreed total").fill("90");
  await dialog.getByText(/more than is left to invoice for the job/).waitFor();
  await expect(dialog.getByRole("button", { name: "Make the invoice" })).toBeDisabled();
  await picture(page, `stage-too-much-${size}`);
  await dialog.getByRole("radio", { name: "Amount" }).click();
  await dialog.getByLabel("Amount, including VAT").fill("100");
  await dialog.getByText("£100.00").first().waitFor();
  await dialog.getByRole("radio", { name: "Lines" }).click();
  await dialog.getByRole("checkbox", { name: /Copper pipe/ }).click();
  await dialog.getByText("Left to invoice").waitFor();
  await picture(page, `stage-lines-${size}`);
  await dialog.getByRole("radio", { name: "Percentage" }).click();
  await dialog.getByLabel("Of the agreed total").fill("30");
  await dialog.getByText("This invoice", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Make the invoice" }).click();
  await page.waitForURL("**/invoices/edit/*");
  await send(page);

  await page.goto(`/quotes/${quote.id}`);
  const list = page.getByRole("list", { name: "Invoices" });
  await list.getByText("30% of the job").waitFor();
  await list.getByText("Deposit", { exact: true }).waitFor();
  await picture(page, `job-${size}`);
  await page.getByRole("button", { name: "Make the final invoice" }).click();
  await page.waitForURL("**/invoices/edit/*");
  const [deposit, part] = (await read(page, `/api/quotes/${quote.id}/stages`)).invoices;
  if (size === "phone") await page.getByRole("button", { name: /Show how it adds up/ }).click();
  await page.getByText(`Less invoice ${deposit.number}`).first().waitFor();
  await picture(page, `final-editor-${size}`);
  if (size === "phone") await page.keyboard.press("Escape");
  const last = await send(page);
  const job = await read(page, `/api/quotes/${quote.id}/stages`);
  expect(job.invoices.reduce((sum: number, { total }: Json) => sum + pence(total), 0)).toBe(
    pence(job.agreed),
  );
  expect(job.left).toBe("0.00");

  await customer.page.goto(`/i/${last.publicToken}`);
  await customer.page.getByText(`Less invoice ${part.number}`).first().waitFor();
  await fits(customer.page, "a final invoice as its customer reads it");
  await picture(customer.page, `final-page-${size}`);
  await page.goto(`/invoices/${last.id}`);
  await page.getByText("The final invoice of").waitFor();
  await picture(page, `final-detail-${size}`);
});
