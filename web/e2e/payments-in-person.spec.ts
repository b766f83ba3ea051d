// Payments on the spot: a QR code for the balance, by bank or card, a receipt by email, and a refund in the
// app.
import type { Page, ViewportSize } from "@playwright/test";
import { PHONE } from "./support/browser.ts";
import { getSessionId, pressPay, test } from "./support/card-payments.ts";
import { buildPublicPath } from "./support/customer.ts";
import { recordCash } from "./support/invoices.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { waitForMail } from "./support/mail.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { getJson, type Json, postJson } from "./support/seed.ts";
import { expect, type Person, type WindowlessOwner } from "./support/test.ts";

/** The business at the document's page, with a screen of this size. */
async function openBusinessWindow(
  plumber: WindowlessOwner,
  document: Json,
  viewport: ViewportSize,
): Promise<Person> {
  const desk = await plumber.openWindow();
  await desk.page.setViewportSize(viewport);
  await desk.page.goto(`/${document.kind}s/${document.id}`);
  return desk;
}

/** Opens the dialog for a refund of this amount, or of the rest of the payment. */
async function openRefundDialog(page: Page, amount?: string) {
  await page.getByRole("button", { name: "Refund the payment of £1,549.03" }).click();
  const dialog = page.getByRole("dialog", { name: "Refund the payment of £1,549.03" });
  await dialog.getByText(/^It goes back to the card it was paid with/).waitFor();
  if (amount) await dialog.getByLabel("Amount").fill(amount);
  return dialog;
}

test("takes a bank payment in person", { tag: "@both" }, async ({
  billed,
  customerOf,
  screen,
  size,
  stripe,
}) => {
  const { plumber, document, account } = await billed();
  await stripe.command(`bank/${account}/active`);
  const desk = await openBusinessWindow(plumber, document, screen);
  await desk.page.getByRole("button", { name: "QR code to pay" }).click();
  const taking = desk.page.getByRole("dialog", { name: "Invoice INV-0001" });
  await taking.getByText("£1,549.03").waitFor();
  await taking.getByText("Scan to see and pay").waitFor();
  await taking.getByRole("img", { name: "QR code that opens Invoice INV-0001" }).waitFor();
  await expectSoundLayout(desk.page, "the amount to take");
  await takePagePicture(desk.page, `take-${size}`);

  const customer = await customerOf({ publicUrl: `${document.publicUrl}#pay` });
  const { page } = customer;
  const methodRadio = page.getByRole("radio", { name: "Pay by bank or card" });
  await methodRadio.waitFor();
  await page.getByText("Choose how you would like to pay.").waitFor();
  // `#pay` scrolls to the payment methods.
  await expect(methodRadio).toBeInViewport({ ratio: 1 });
  await methodRadio.check();
  await expectFits(page, "paying by bank or card");
  await takePagePicture(page, `bank-${size}`);
  await page.getByRole("button", { name: "Pay £1,549.03 by bank or card" }).click();
  await page.waitForURL(`${stripe.url}/pay/*`);
  await page.getByRole("button", { name: "Pay by bank" }).click();
  await page.getByText("Thank you. Your payment is being confirmed.").waitFor();
  await page.getByText(/^Invoice paid in full on /).waitFor();
  await page.getByRole("listitem").filter({ hasText: "Pay by bank" }).first().waitFor();

  // The notice of the payment replaces the code.
  await desk.page.getByText("£1,549.03 is on its way to you").waitFor();
  await desk.page.getByRole("button", { name: "Done" }).click();
  await desk.page.getByText(/^Pay by bank · /).waitFor();
  await expect(desk.page.getByRole("button", { name: "QR code to pay" })).toHaveCount(0);
});

test("refunds a card payment in part, then in full", { tag: "@both" }, async ({
  billed,
  customerOf,
  payThere,
  screen,
  size,
  stripe,
}) => {
  const { plumber, document } = await billed();
  const customer = await customerOf(document);
  await pressPay(customer.page, "£1,549.03");
  await customer.page.waitForURL(`${stripe.url}/pay/*`);
  const session = getSessionId(customer.page);
  await payThere(customer.page, "£1,549.03");
  await customer.page.getByText(/^Invoice paid in full on /).waitFor();

  const desk = await openBusinessWindow(plumber, document, screen);
  desk.expectErrors(/\/refund$/);
  const { page } = desk;
  let dialog = await openRefundDialog(page, "2000");
  await dialog.getByRole("button", { name: "Refund", exact: true }).click();
  await dialog.getByText("Only £1,549.03 of this payment is left to refund.").waitFor();
  await expectFits(page, "a refund of too much");
  await takePagePicture(page, `refund-${size}`);
  await dialog.getByLabel("Amount").fill("100");
  await dialog.getByRole("button", { name: "Refund", exact: true }).dblclick();
  await page.getByText("A refund of £100.00 is on its way.").waitFor();
  await takePagePicture(page, `refund-under-way-${size}`);
  await stripe.command(`refund/${session}/10000`);
  await page.getByText("Refunded £100.00").waitFor();
  await customer.page.getByText("£100.00").first().waitFor();

  // Stripe refuses; the page says why, and the refund is tried again.
  await stripe.command("too-poor");
  dialog = await openRefundDialog(page);
  await dialog.getByRole("button", { name: "Refund", exact: true }).click();
  await page.getByText("The refund of £1,449.03 didn’t go through").waitFor();
  await page.getByText(/^Your balance at Stripe does not cover it\./).waitFor();
  await expectFits(page, "a refund that was refused");
  await takePagePicture(page, `refund-refused-${size}`);
  dialog = await openRefundDialog(page);
  await dialog.getByRole("button", { name: "Refund", exact: true }).click();
  await page.getByText("A refund of £1,449.03 is on its way.").waitFor();
  await stripe.command(`refund/${session}/154903`);
  await page.getByText("Refunded £1,549.03").waitFor();
  await page.getByText("Card payment of £1,449.03 refunded").waitFor();
  const invoice = await getJson(page, `/api/invoices/${document.id}`);
  expect(invoice.totals.balanceDue).toBe("1549.03");
  await customer.page.getByText("Pay £1,549.03", { exact: true }).first().waitFor();
});

test("records cash and emails a receipt", { tag: "@both" }, async ({ billed, screen, server, size }) => {
  const { plumber, document } = await billed();
  const desk = await openBusinessWindow(plumber, document, screen);
  const { page } = desk;
  await recordCash(page, "100");
  // First from the toast, later from the payment's row.
  await page.getByText("A receipt can go to margaret@example.com.", { exact: true }).waitFor();
  await takePagePicture(page, `receipt-toast-${size}`);
  await page.getByRole("button", { name: "Email a receipt", exact: true }).first().click();
  await page.getByText("Receipt by email to margaret@example.com").waitFor();
  const receipt = new RegExp(`Received: £100\\.00[\\s\\S]*${document.publicToken}`);
  await waitForMail(server, "margaret@example.com", receipt);
  await recordCash(page, "50");
  await page.getByRole("button", { name: "Email a receipt for £50.00 to margaret@example.com" }).click();
  await page.getByText("Receipt by email to margaret@example.com").nth(1).waitFor();
  await expectSoundLayout(page, "payments with receipts");
  await takePagePicture(page, `receipt-${size}`);
  const { happened } = await getJson(page, `/api/invoices/${document.id}/timeline`);
  expect(happened.filter(({ kind }: Json) => kind === "payment_receipted")).toHaveLength(2);
});

test("the deposit of an accepted quote can also be paid with a QR code", async ({ billed }) => {
  const fields = { includeDeposit: true, deposit: "25", depositType: "percentage" };
  const { plumber, document } = await billed("quote", fields);
  await postJson(plumber.page, buildPublicPath("quote", document, "accept"));
  const desk = await openBusinessWindow(plumber, document, PHONE);
  await desk.page.getByRole("button", { name: "QR code to pay" }).click();
  const taking = desk.page.getByRole("dialog", { name: "Quote Q-0001" });
  await taking.getByText("Quote Q-0001 · Deposit to pay").waitFor();
  await taking.getByText("£387.26").waitFor();
});
