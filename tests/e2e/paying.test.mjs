// Paid before leaving: a code for the open amount, by bank or card, a receipt by mail, and a refund from the app.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { mailed } from "./support/mail.mjs";
import { pressPay, sessionAt, till } from "./support/till.mjs";

const { server, stripe, billed, customerOf, payThere } = till();
const SIZES = Object.entries({ phone: PHONE, desktop: DESKTOP });
const SHOTS = process.env.PLUMBLINE_SHOTS;
const shot = (page, name) => SHOTS && page.screenshot({ path: `${SHOTS}/${name}.png` });

/** The business at the document's page, at a screen of this size. */
async function deskOf(t, plumber, document, viewport) {
  const desk = await plumber.sit();
  t.after(() => desk.close?.());
  await desk.page.setViewportSize(viewport);
  await desk.page.goto(`/${document.kind}s/${document.id}`);
  return desk;
}

for (const [size, viewport] of SIZES) {
  test(`takes a payment by bank on the spot (${size})`, async (t) => {
    const { plumber, document, account } = await billed(t, `spot-bank-${size}`);
    await stripe().tell(`bank/${account}/active`);
    const desk = await deskOf(t, plumber, document, viewport);
    await desk.page.getByRole("button", { name: "Take payment" }).click();
    const taking = desk.page.getByRole("dialog", { name: "Invoice INV-0001" });
    await taking.getByText("£1,549.03").waitFor();
    await taking.getByText("Scan to see and pay").waitFor();
    await taking.getByRole("img", { name: "QR code that opens Invoice INV-0001" }).waitFor();
    await sound(desk.page, "the amount to take");
    await shot(desk.page, `take-${size}`);

    const customer = await customerOf(t, { publicUrl: `${document.publicUrl}#pay` }, viewport);
    const { page } = customer;
    const way = page.getByRole("radio", { name: "Pay by bank or card" });
    await way.waitFor();
    await page.getByText("Choose how you would like to pay.").waitFor();
    assert.ok(
      await way.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      }),
      "the ways to pay are in view",
    );
    await way.check();
    await sound(page, "paying by bank or card");
    await shot(page, `bank-${size}`);
    await page.getByRole("button", { name: "Pay £1,549.03 by bank or card" }).click();
    await page.waitForURL(`${stripe().url}/pay/*`);
    await page.getByRole("button", { name: "Pay by bank" }).click();
    await page.getByText("Thank you. Your payment is being confirmed.").waitFor();
    await page.getByText(/^Invoice paid in full on /).waitFor();
    await page.getByRole("listitem").filter({ hasText: "Pay by bank" }).first().waitFor();

    // The code makes way for the news.
    await desk.page.getByText("£1,549.03 is on its way to you").waitFor();
    await desk.page.getByRole("button", { name: "Done" }).click();
    await desk.page.getByText(/^Pay by bank · /).waitFor();
    await sound(desk.page, "the invoice that was paid by bank");
    assert.equal(await desk.page.getByRole("button", { name: "Take payment" }).count(), 0);
    await customer.leave();
    await desk.leave();
  });

  test(`gives a card payment back, some of it and the rest (${size})`, async (t) => {
    const { plumber, document } = await billed(t, `refund-${size}`);
    const customer = await customerOf(t, document, viewport);
    await pressPay(customer.page, "£1,549.03");
    await customer.page.waitForURL(`${stripe().url}/pay/*`);
    const session = sessionAt(customer.page);
    await payThere(customer.page, "£1,549.03");
    await customer.page.getByText(/^Invoice paid in full on /).waitFor();

    const desk = await deskOf(t, plumber, document, viewport);
    desk.expectErrors(/\/refund$/);
    const { page } = desk;
    const press = async (amount) => {
      await page.getByRole("button", { name: "Refund the payment of £1,549.03" }).click();
      const dialog = page.getByRole("dialog", {
        name: "Refund the payment of £1,549.03",
      });
      await dialog.getByText(/^It goes back to the card that it was paid with/).waitFor();
      if (amount) await dialog.getByLabel("Amount").fill(amount);
      return dialog;
    };
    let dialog = await press("2000");
    await dialog.getByRole("button", { name: "Refund", exact: true }).click();
    await dialog.getByText("Only £1,549.03 of this payment is left to refund.").waitFor();
    await sound(page, "a refund of too much");
    await shot(page, `refund-${size}`);
    await dialog.getByLabel("Amount").fill("100");
    await dialog.getByRole("button", { name: "Refund", exact: true }).dblclick();
    await page.getByText("A refund of £100.00 is under way.").waitFor();
    await sound(page, "a refund under way");
    await shot(page, `refund-under-way-${size}`);
    await stripe().tell(`refund/${session}/10000`);
    await page.getByText("Refunded £100.00").waitFor();
    await customer.page.getByText("£100.00").first().waitFor();

    // Stripe would not; it is said why, and tried again.
    await stripe().tell("too-poor");
    dialog = await press();
    await dialog.getByRole("button", { name: "Refund", exact: true }).click();
    await page.getByText("The refund of £1,449.03 did not go through").waitFor();
    await page.getByText(/^Your balance at Stripe does not cover it\./).waitFor();
    await sound(page, "a refund that was refused");
    await shot(page, `refund-refused-${size}`);
    dialog = await press();
    await dialog.getByRole("button", { name: "Refund", exact: true }).click();
    await page.getByText("A refund of £1,449.03 is under way.").waitFor();
    await stripe().tell(`refund/${session}/154903`);
    await page.getByText("Refunded £1,549.03").waitFor();
    await page.getByText("Payment of £1,449.03 by card went back").waitFor();
    const invoice = await read(page, `/api/invoices/${document.id}`);
    assert.equal(invoice.totals.balanceDue, "1549.03");
    await customer.page.getByText("Pay £1,549.03", { exact: true }).first().waitFor();
    await customer.leave();
    await desk.leave();
  });

  test(`records cash and mails a receipt (${size})`, async (t) => {
    const { plumber, document } = await billed(t, `receipt-${size}`);
    const desk = await deskOf(t, plumber, document, viewport);
    const { page } = desk;
    const record = async (amount) => {
      await page.getByRole("button", { name: "Record a payment" }).click();
      const dialog = page.getByRole("dialog", { name: "Record a payment" });
      await dialog.getByLabel("Amount").fill(amount);
      await dialog.getByLabel("How it was paid").selectOption("cash");
      await dialog.getByRole("button", { name: "Record payment" }).click();
      await dialog.waitFor({ state: "detached" });
    };
    await record("100");
    // From the toast, and later from the payment's row.
    await page.getByText("A receipt can go to margaret@example.com.", { exact: true }).waitFor();
    await shot(page, `receipt-toast-${size}`);
    await page.getByRole("button", { name: "Email a receipt", exact: true }).first().click();
    await page.getByText("Receipt emailed to margaret@example.com").waitFor();
    await mailed(server(), "margaret@example.com", /Received: (£100\.00)/);
    await record("50");
    await page
      .getByRole("button", {
        name: "Email a receipt for £50.00 to margaret@example.com",
      })
      .click();
    await page.getByText("Receipt emailed to margaret@example.com").nth(1).waitFor();
    await sound(page, "payments with receipts");
    await shot(page, `receipt-${size}`);
    const { happened } = await read(page, `/api/invoices/${document.id}/timeline`);
    assert.equal(happened.filter(({ kind }) => kind === "payment_receipted").length, 2);
    await desk.leave();
  });
}

test("the deposit of an accepted quote is taken by a code, too", async (t) => {
  const fields = {
    includeDeposit: true,
    deposit: "25",
    depositType: "percentage",
  };
  const { plumber, document } = await billed(t, "take-deposit", "quote", fields);
  const accepted = await plumber.page.request.post(`/api/quotes/public/${document.publicToken}/accept`);
  assert.equal(accepted.status(), 200);
  const desk = await deskOf(t, plumber, document, PHONE);
  await desk.page.getByRole("button", { name: "Take payment" }).click();
  const taking = desk.page.getByRole("dialog", { name: "Quote Q-0001" });
  await taking.getByText("Quote Q-0001 · Deposit to pay").waitFor();
  await taking.getByText("£387.26").waitFor();
  await desk.leave();
});
