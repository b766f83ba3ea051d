// Credit notes, from the invoice's menu to the customer's page: for some of the lines, and for an amount
// after payment with a refund.
import type { Locator, Page, ViewportSize } from "@playwright/test";
import { PHONE } from "./support/browser.ts";
import { createFullBusiness, createSentDocument } from "./support/customer.ts";
import { readPdfText } from "./support/downloads.ts";
import { getDocumentId } from "./support/editor.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { getJson, type Json, postJson } from "./support/seed.ts";
import { expect, type TestFixtures, test } from "./support/test.ts";

/** A business with an invoice over £1,549.03, and its customer. */
async function createInvoice(
  { owner, enter }: Pick<TestFixtures, "owner" | "enter">,
  viewport?: ViewportSize,
) {
  const plumber = await owner(viewport);
  const customer = await enter(viewport);
  const who = await createFullBusiness(plumber.page);
  const invoice = await createSentDocument(plumber.page, "invoice", who);
  return { plumber, customer, page: plumber.page, who, invoice };
}

/** Opens the dialog from the invoice's menu. */
async function openCreditDialog(page: Page, invoice: Json): Promise<Locator> {
  await page.goto(`/invoices/${invoice.id}`);
  await page.getByRole("button", { name: `More for Invoice ${invoice.invoiceNumber}` }).click();
  await page.getByRole("menuitem", { name: "Credit this invoice" }).click();
  const dialog = page.getByRole("dialog", { name: `Credit invoice ${invoice.invoiceNumber}` });
  await dialog.waitFor();
  return dialog;
}

/** Sends the displayed draft by link; returns the credit note. */
async function sendDraft(page: Page): Promise<Json> {
  await page.getByRole("button", { name: "Send credit note" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("Issued", { exact: true }).first().waitFor();
  return getJson(page, `/api/credit-notes/${getDocumentId(page)}`);
}

test("some lines are credited, and the customer sees it", { tag: "@both" }, async ({
  owner,
  enter,
  size,
}) => {
  const { plumber, customer, page, invoice } = await createInvoice({ owner, enter });
  const dialog = await openCreditDialog(page, invoice);
  const sum = dialog.getByRole("region", { name: "Totals" });
  // The whole invoice by default.
  await sum.getByText("£1,549.03").waitFor();
  await sum.getByText("Left to pay").waitFor();
  await takePagePicture(page, `credit-dialog-all-${size}`);
  await dialog.getByRole("button", { name: "Some lines" }).click();
  await dialog.getByRole("checkbox").first().click();
  await sum.getByText("£1,549.03").waitFor({ state: "detached" });
  await expectFits(page, "the dialog with its lines");
  await takePagePicture(page, `credit-dialog-lines-${size}`);
  // The server refuses a missing reason.
  plumber.expectErrors(/\/credit-notes/);
  await dialog.getByRole("button", { name: "Make credit note" }).click();
  await dialog.getByText("Say why, in a few words. Your customer sees it.").waitFor();
  await dialog.getByLabel("Reason").fill("Not needed after all");
  await dialog.getByRole("button", { name: "Make credit note" }).click();

  await page.waitForURL("**/credit-notes/*");
  await page.getByRole("heading", { name: "Draft credit note" }).waitFor();
  await takePagePicture(page, `credit-draft-${size}`);
  const note = await sendDraft(page);
  expect(note.creditNoteNumber).toBe("CN-0001");
  await page.keyboard.press("Escape");
  await page.goto(`/credit-notes/${note.id}`);
  await page.getByRole("heading", { name: "Credit note CN-0001" }).waitFor();
  await takePagePicture(page, `credit-note-${size}`);

  await page.goto(`/invoices/${invoice.id}`);
  await page.getByRole("link", { name: "CN-0001" }).first().waitFor();
  await takePagePicture(page, `credit-invoice-${size}`);
  const { totals } = await getJson(page, `/api/invoices/${invoice.id}`);
  expect(totals.creditedAmount).toBe(note.totals.amountPayable);

  await customer.page.goto(note.publicUrl);
  await customer.page
    .getByText(/^This takes £[\d,.]+ off invoice INV-0001\. There is nothing to pay\.$/)
    .first()
    .waitFor();
  await customer.page.getByText("Not needed after all").first().waitFor();
  await expect(customer.page.getByRole("button", { name: /Pay|Accept/ })).toHaveCount(0);
  await takePagePicture(customer.page, `credit-public-${size}`);
  const pdf = await fetch(`${note.publicUrl}.pdf`);
  const [text] = readPdfText(Buffer.from(await pdf.arrayBuffer()));
  expect(text).toMatch(/CREDIT NOTE/);
  expect(text).toMatch(/INV-0001/);

  await customer.page.goto(invoice.publicUrl);
  await customer.page.getByText("Credit note CN-0001").first().waitFor();
  await expectFits(customer.page, "the customer's invoice");
  await takePagePicture(customer.page, `credit-public-invoice-${size}`);

  // It can be found from the invoices.
  await page.goto("/invoices");
  await page.getByRole("button", { name: "More for your invoices" }).click();
  await page.getByRole("menuitem", { name: "Credit notes" }).click();
  await page.waitForURL("**/credit-notes");
  await page.getByText("CN-0001").first().waitFor();
  await expectSoundLayout(page, "the list of credit notes");
  await takePagePicture(page, `credit-list-${size}`);
});

test("what was overpaid is refunded, and the refund is removed again", async ({ owner, enter }) => {
  const { plumber, customer, page, invoice, who } = await createInvoice({ owner, enter }, PHONE);
  await postJson(page, `/api/invoices/${invoice.id}/payments`, {
    amount: "1549.03",
    method: "bank_transfer",
  });
  const dialog = await openCreditDialog(page, invoice);
  await dialog.getByRole("button", { name: "An amount" }).click();
  await dialog.getByText("Up to £1,549.03 can still be credited.").waitFor();
  plumber.expectErrors(/\/credit-notes/);
  await dialog.getByLabel("Amount, VAT included").fill("2000");
  await dialog.getByText("This is more than the £1,549.03 that can still be credited.").waitFor();
  await dialog.getByLabel("Amount, VAT included").fill("120");
  const sum = dialog.getByRole("region", { name: "Totals" });
  await sum.getByText("To refund").waitFor();
  await dialog.getByLabel("Reason").fill("Overcharged");
  await takePagePicture(page, "credit-dialog-amount-phone");
  await dialog.getByRole("button", { name: "Make credit note" }).click();
  await page.waitForURL("**/credit-notes/*");
  const note = await sendDraft(page);
  await page.goto(`/credit-notes/${note.id}`);
  await page.getByText("£120.00 to refund").waitFor();
  await page.getByRole("button", { name: "Record a refund" }).click();
  const refund = page.getByRole("dialog", { name: "Record a refund" });
  await expectFits(page, "the dialog of a refund");
  await refund.getByRole("button", { name: "Record refund" }).click();
  await refund.waitFor({ state: "detached" });
  await page.getByText("£120.00 to refund").waitFor({ state: "detached" });
  await expectSoundLayout(page, "a credit note with a refund");
  await takePagePicture(page, "credit-refunded-phone");

  await page.goto(`/contacts/${who.contact.id}/statement`);
  await page.getByText("Credit note CN-0001").first().waitFor();
  await page.getByText("Refund, CN-0001").first().waitFor();
  await page.getByText("Credited", { exact: true }).waitFor();
  await takePagePicture(page, "credit-statement-phone");
  await customer.page.goto(note.publicUrl);
  await customer.page.getByText("You have been refunded £120.00.").waitFor();
  await expectSoundLayout(customer.page, "the customer's credit note with a refund");
  await takePagePicture(customer.page, "credit-public-refunded-phone");

  await page.goto(`/credit-notes/${note.id}`);
  await page.getByRole("button", { name: "Remove the refund of £120.00" }).click();
  const removing = page.getByRole("dialog", { name: "Remove the refund of £120.00?" });
  await removing.getByLabel("Reason").fill("Sent back by the bank");
  await removing.getByRole("button", { name: "Remove refund" }).click();
  await page.getByText("£120.00 to refund").waitFor();
  await page.getByText("Sent back by the bank").waitFor();
});
