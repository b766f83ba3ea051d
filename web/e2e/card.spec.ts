// Paying by card: the business connects its account, a customer pays, both see it, and refunds and disputes.
import { DESKTOP, PHONE } from "./support/browser.ts";
import { getSessionId, pressPay, test } from "./support/card-payments.ts";
import { buildPublicPath, createFullBusiness, createSentDocument } from "./support/customer.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { getJson, postJson } from "./support/seed.ts";
import { expect } from "./support/test.ts";

test("a business connects its Stripe account, and disconnects it again", async ({
  owner,
  customerOf,
  stripe,
}) => {
  const { page } = await owner(PHONE);
  const parties = await createFullBusiness(page);
  await page.goto(`/settings/business-profiles/${parties.profile.id}`);
  await page.getByRole("heading", { name: "Card payments" }).waitFor();
  const setUp = page.getByRole("button", { name: "Set up card payments" });
  await setUp.waitFor();
  await expect(page.getByRole("switch", { name: "Card" })).toHaveCount(0);
  await setUp.click();
  await page.waitForURL(`${stripe.url}/onboard/*`);
  const account = new URL(page.url()).pathname.split("/").at(-1);

  // An unfinished set-up can be continued.
  await page.goto(`/settings/business-profiles/${parties.profile.id}?card=return`);
  await page.getByText("Not finished yet").waitFor();
  await page.getByRole("button", { name: "Cancel the set-up" }).waitFor();
  await expectSoundLayout(page, "the profile with card payments not finished");
  await page.getByRole("button", { name: "Continue with Stripe" }).click();
  await page.getByRole("button", { name: "Finish" }).click();
  await page.waitForURL("**/settings/business-profiles/*card=return");
  await page.getByText("Card payments are on").waitFor();
  await expect(page.getByRole("switch", { name: "Card" })).toBeChecked();

  // The card is offered to a customer while Stripe permits the account to take payments.
  const document = await createSentDocument(page, "invoice", parties);
  const customer = await customerOf(document, PHONE);
  const card = customer.page.getByRole("radio", { name: "Card" });
  await card.waitFor();
  await stripe.command(`account/${account}/stopped`);
  await page.reload();
  await page.getByText("Card payments are paused").waitFor();
  await expectFits(page, "the profile with card payments paused");
  await customer.page.reload();
  await customer.page.getByRole("radio", { name: "Cash" }).waitFor();
  await expect(card).toHaveCount(0);
  await stripe.command(`account/${account}/allowed`);
  await customer.page.reload();
  await card.waitFor();

  await page.reload();
  await page.getByRole("button", { name: "Stop card payments" }).click();
  const sheet = page.getByRole("dialog", { name: "Stop card payments?" });
  await sheet.getByRole("button", { name: "Stop card payments" }).click();
  await page.getByRole("button", { name: "Set up card payments" }).waitFor();
  await customer.page.reload();
  await customer.page.getByRole("radio", { name: "Cash" }).waitFor();
  await expect(card).toHaveCount(0);
});

test("a customer pays an invoice by card, and the business sees it", { tag: "@both" }, async ({
  billed,
  customerOf,
  payThere,
}) => {
  const { plumber, document } = await billed();
  const desk = await plumber.openWindow();
  await desk.page.goto(`/invoices/${document.id}`);
  const customer = await customerOf(document);
  const { page } = customer;
  await pressPay(page, "£1,549.03");
  await payThere(page, "£1,549.03");
  const waiting = page.getByRole("button", { name: "Payment Processing..." });
  await waiting.waitFor();
  await expect(waiting).toBeDisabled();
  await page.getByText(/^Invoice paid in full on /).waitFor();
  await page.getByText(/^Card · \d\d\/\d\d\/\d{4} \d\d:\d\d$/).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("");

  // The business's own page updates live.
  await desk.page
    .getByText(/^Card · /)
    .first()
    .waitFor();
  const { status, payments } = await getJson(desk.page, `/api/invoices/${document.id}`);
  expect(status).toBe("paid");
  expect([payments.length, payments[0].method, payments[0].amount]).toEqual([1, "stripe", "1549.03"]);
});

test("refunds and disputes show on both sides at once", async ({
  billed,
  customerOf,
  payThere,
  reports,
  stripe,
}) => {
  const { plumber, document } = await billed();
  await reports("first");
  const customer = await customerOf(document, DESKTOP);
  const { page } = customer;
  await pressPay(page, "£1,549.03");
  await page.waitForURL(`${stripe.url}/pay/*`);
  const session = getSessionId(page);
  await payThere(page, "£1,549.03");
  await page.getByText(/^Invoice paid in full on /).waitFor();
  const desk = await plumber.openWindow();
  await desk.page.goto(`/invoices/${document.id}`);
  await desk.page
    .getByText(/^Card · /)
    .first()
    .waitFor();

  await stripe.command(`refund/${session}/10000`);
  await desk.page.getByText("Refunded £100.00").waitFor();
  await page.getByText("Partial payment received: £1,449.03. Remaining balance: £100.00").waitFor();
  await page.getByText("Refunded £100.00").waitFor();
  await page.getByRole("radio", { name: "Card" }).check();
  await page.getByRole("button", { name: "Pay £100.00 by card" }).waitFor();
  await stripe.command(`dispute/${session}/created/needs_response`);
  await desk.page.getByText("Disputed", { exact: true }).waitFor();
  await desk.page
    .getByText(/^£100\.00 was refunded\. The customer’s bank has asked for the money back\./)
    .waitFor();
  await page.getByText("Disputed", { exact: true }).waitFor();
  await expectFits(desk.page, "an invoice whose payment is disputed");
  await expectFits(page, "the customer's page of a disputed payment");
  await stripe.command(`dispute/${session}/closed/lost`);
  await desk.page.getByText("Dispute lost").waitFor();
});

test("a customer pays the deposit of a quote by card", async ({ billed, customerOf, payThere }) => {
  const fields = { includeDeposit: true, deposit: "30", depositType: "percentage" };
  const { plumber, document } = await billed("quote", fields);
  await postJson(plumber.page, buildPublicPath("quote", document, "accept"));
  const customer = await customerOf(document, PHONE);
  const { page } = customer;
  await page.getByRole("heading", { name: "Pay Deposit (£464.71)" }).waitFor();
  await pressPay(page, "£464.71");
  await payThere(page, "£464.71");
  await page.getByText(/^Card · /).waitFor();
  await expect(page.getByRole("heading", { name: /^Pay Deposit/ })).toHaveCount(0);
  const stored = await getJson(plumber.page, `/api/quotes/${document.id}`);
  expect(stored.totals.paidAmount).toBe("464.71");
  expect(stored.payments[0].method).toBe("stripe");
});
