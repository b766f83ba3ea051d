// Paying by card: the business connects its account, a customer pays, both see it, and what goes back of it.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { business, call, sent } from "./support/customer.mjs";
import { arrive, write } from "./support/seed.mjs";
import { pressPay, sessionAt, till } from "./support/till.mjs";

const { server, enter, stripe, billed, customerOf, payThere } = till();
const SIZES = Object.entries({ phone: PHONE, desktop: DESKTOP });

test("a business connects its account, and stops again", async (t) => {
  const plumber = await enter(PHONE);
  t.after(() => plumber.close());
  const { page } = plumber;
  await arrive(page, server(), "connect@example.com");
  const parties = await business(page);
  await page.goto(`/settings/business-profiles/${parties.profile.id}`);
  await page.getByRole("heading", { name: "Card payments" }).waitFor();
  await sound(page, "the profile with card payments to set up");
  assert.equal(await page.getByRole("switch", { name: "Card" }).count(), 0);
  await page.getByRole("button", { name: "Set up card payments" }).click();
  await page.waitForURL(`${stripe().url}/onboard/*`);
  const account = new URL(page.url()).pathname.split("/").pop();

  // Left half-way, it can be gone on with.
  await page.goto(`/settings/business-profiles/${parties.profile.id}?card=return`);
  await page.getByText("Not finished yet").waitFor();
  await page.getByRole("button", { name: "Cancel the set-up" }).waitFor();
  await sound(page, "the profile with card payments not finished");
  await page.getByRole("button", { name: "Continue with Stripe" }).click();
  await page.getByRole("button", { name: "Finish" }).click();
  await page.waitForURL("**/settings/business-profiles/*card=return");
  await page.getByText("Card payments are on").waitFor();
  assert.equal(await page.getByRole("switch", { name: "Card" }).isChecked(), true);
  await sound(page, "the profile with card payments on");

  // A customer is offered the card while Stripe lets the account take payments.
  const document = await sent(page, "invoice", parties);
  const customer = await customerOf(t, document, PHONE);
  const card = customer.page.getByRole("radio", { name: "Card" });
  await card.waitFor();
  await stripe().tell(`account/${account}/stopped`);
  await page.reload();
  await page.getByText("Card payments are paused").waitFor();
  await sound(page, "the profile with card payments paused");
  await customer.page.reload();
  await customer.page.getByRole("radio", { name: "Cash" }).waitFor();
  assert.equal(await card.count(), 0);
  await stripe().tell(`account/${account}/allowed`);
  await customer.page.reload();
  await card.waitFor();

  await page.reload();
  await page.getByRole("button", { name: "Stop card payments" }).click();
  const sheet = page.getByRole("dialog", { name: "Stop card payments?" });
  await sheet.getByRole("button", { name: "Stop card payments" }).click();
  await page.getByRole("button", { name: "Set up card payments" }).waitFor();
  await customer.page.reload();
  await customer.page.getByRole("radio", { name: "Cash" }).waitFor();
  assert.equal(await card.count(), 0);
  await customer.leave();
  await plumber.leave();
});

for (const [size, viewport] of SIZES) {
  test(`a customer pays an invoice by card, and the business sees it (${size})`, async (t) => {
    const { plumber, document } = await billed(t, `invoice-${size}`);
    const desk = await plumber.sit();
    await desk.page.goto(`/invoices/${document.id}`);
    const customer = await customerOf(t, document, viewport);
    const { page } = customer;
    await pressPay(page, "£1,549.03");
    await payThere(page, "£1,549.03");
    const waiting = page.getByRole("button", { name: "Payment Processing..." });
    await waiting.waitFor();
    assert.equal(await waiting.isDisabled(), true);
    await page.getByText(/^Invoice paid in full on /).waitFor();
    await page.getByText(/^Card · \d\d\/\d\d\/\d{4} \d\d:\d\d$/).waitFor();
    assert.equal(new URL(page.url()).search, "");
    await sound(page, "an invoice paid by card");
    await customer.leave();

    // The business's own page follows by itself.
    await desk.page
      .getByText(/^Card · /)
      .first()
      .waitFor();
    const { status, payments } = await read(desk.page, `/api/invoices/${document.id}`);
    assert.equal(status, "paid");
    assert.deepEqual([payments.length, payments[0].method, payments[0].amount], [1, "stripe", "1549.03"]);
    await desk.leave();
  });
}

test("what the business gives back, and what is disputed, shows on both sides at once", async (t) => {
  const { plumber, document } = await billed(t, "reversed");
  await stripe().tell("events/first");
  t.after(() => stripe().tell("events/late"));
  const customer = await customerOf(t, document, DESKTOP);
  const { page } = customer;
  await pressPay(page, "£1,549.03");
  await page.waitForURL(`${stripe().url}/pay/*`);
  const session = sessionAt(page);
  await payThere(page, "£1,549.03");
  await page.getByText(/^Invoice paid in full on /).waitFor();
  const desk = await plumber.sit();
  await desk.page.goto(`/invoices/${document.id}`);
  await desk.page
    .getByText(/^Card · /)
    .first()
    .waitFor();

  await stripe().tell(`refund/${session}/10000`);
  await desk.page.getByText("Refunded £100.00").waitFor();
  await page.getByText("Partial payment received: £1,449.03. Remaining balance: £100.00").waitFor();
  await page.getByText("Refunded £100.00").waitFor();
  await page.getByRole("radio", { name: "Card" }).check();
  await page.getByRole("button", { name: "Pay £100.00 by card" }).waitFor();
  await stripe().tell(`dispute/${session}/created/needs_response`);
  await desk.page.getByText("Disputed", { exact: true }).waitFor();
  await desk.page
    .getByText(/^£100\.00 was refunded\. The customer's bank asks for the money back\./)
    .waitFor();
  await page.getByText("Disputed", { exact: true }).waitFor();
  await sound(desk.page, "an invoice whose payment is disputed");
  await sound(page, "the customer's page of a disputed payment");
  await stripe().tell(`dispute/${session}/closed/lost`);
  await desk.page.getByText("Dispute lost").waitFor();
  await customer.leave();
  await desk.leave();
});

test("a customer pays the deposit of a quote by card", async (t) => {
  const fields = { includeDeposit: true, deposit: "30", depositType: "percentage" };
  const { plumber, document } = await billed(t, "deposit", "quote", fields);
  await write(plumber.page, call("quote", document, "accept"));
  const customer = await customerOf(t, document, PHONE);
  const { page } = customer;
  await page.getByRole("heading", { name: "Pay Deposit (£464.71)" }).waitFor();
  await pressPay(page, "£464.71");
  await payThere(page, "£464.71");
  await page.getByText(/^Card · /).waitFor();
  assert.equal(await page.getByRole("heading", { name: /^Pay Deposit/ }).count(), 0);
  await customer.leave();
  const stored = await read(plumber.page, `/api/quotes/${document.id}`);
  assert.equal(stored.totals.paidAmount, "464.71");
  assert.equal(stored.payments[0].method, "stripe");
  await plumber.leave();
});
