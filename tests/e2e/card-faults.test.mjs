// Paying by card when something comes between: Stripe is down, its word comes early or never, somebody else pays too,
// the customer turns back.
import assert from "node:assert/strict";
import test from "node:test";
import { read } from "./support/api.mjs";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { deafen } from "./support/customer.mjs";
import { pressPay, till } from "./support/till.mjs";
import { eventually } from "./support/wait.mjs";

const { enter, stripe, billed, customerOf, payThere } = till();
const ALERT = "Payment processing failed. Please try again or contact support.";

const paid = (page) => page.getByText(/^Invoice paid in full on /).waitFor();
const invoice = (plumber, { id }) => read(plumber.page, `/api/invoices/${id}`);

/** What the browser says in alerts, each of which is closed. */
function alerts(page) {
  const said = [];
  page.on("dialog", async (dialog) => {
    said.push(dialog.message());
    await dialog.accept();
  });
  return said;
}

test("Stripe is down: the customer is told, tries again and pays", async (t) => {
  const { plumber, document } = await billed(t, "down");
  const customer = await customerOf(t, document, PHONE);
  const { page } = customer;
  customer.expectErrors(/502|Card payment is not available/);
  const said = alerts(page);
  await stripe().tell("fail/503");
  await pressPay(page, "£1,549.03");
  await page
    .getByRole("alert")
    .getByText(/^Card payment is not available right now\. Nothing was taken\./)
    .waitFor();
  assert.deepEqual(said, [ALERT]);
  await sound(page, "the page when Stripe is down");
  const meanwhile = await invoice(plumber, document);
  assert.deepEqual([meanwhile.status, meanwhile.payments], ["sent", []]);

  await page.getByRole("button", { name: "Pay £1,549.03 by card" }).click();
  await payThere(page, "£1,549.03");
  await paid(page);
  assert.equal((await invoice(plumber, document)).payments.length, 1);
  await customer.leave();
  await plumber.leave();
});

test("Stripe's word was quicker than the browser: the page shows paid at once", async (t) => {
  const { document } = await billed(t, "early");
  await stripe().tell("events/first");
  t.after(() => stripe().tell("events/late"));
  const customer = await customerOf(t, document, DESKTOP);
  const { page } = customer;
  await deafen(page);
  const seen = [];
  await page.exposeFunction("seen", (text) => seen.push(text));
  await page.addInitScript(() => {
    new MutationObserver(() => document.body && window.seen(document.body.innerText)).observe(document, {
      childList: true,
      subtree: true,
    });
  });
  await pressPay(page, "£1,549.03");
  await payThere(page, "£1,549.03");
  await paid(page);
  assert.equal(new URL(page.url()).search, "");
  assert.equal(
    seen.some((text) => text.includes("Payment Processing")),
    false,
    "it waits for nothing",
  );
  await customer.leave();
});

test("Stripe's word never comes: the page waits, says so, and asks for no second payment", async (t) => {
  const { plumber, document } = await billed(t, "never");
  await stripe().tell("events/never");
  t.after(() => stripe().tell("events/late"));
  const customer = await customerOf(t, document, PHONE);
  const { page } = customer;
  // The clock leaps: a connection that is just being made is given up, and made again.
  customer.expectErrors(/The live connection/);
  await page.clock.install();
  await pressPay(page, "£1,549.03");
  await payThere(page, "£1,549.03");
  const waiting = page.getByRole("button", { name: "Payment Processing..." });
  await waiting.waitFor();
  await page.clock.fastForward("01:05");
  await page.getByText("Still waiting for your payment").waitFor();
  await sound(page, "the page while a payment is late");
  assert.equal(await page.getByRole("radio", { name: "Cash" }).isDisabled(), true);
  // A reload waits on; coming back has recorded nothing. (That Stripe is asked in the end is tested over HTTP.)
  await page.reload();
  await waiting.waitFor();
  assert.deepEqual((await invoice(plumber, document)).payments, []);
  await customer.leave();
  await plumber.leave();
});

test("two customers at once: one pays, the other is told", async (t) => {
  const { plumber, document } = await billed(t, "two");
  const one = await customerOf(t, document, DESKTOP);
  const two = await customerOf(t, document, DESKTOP);
  const three = await enter(DESKTOP);
  t.after(() => three.close());
  await deafen(three.page);
  await three.page.goto(document.publicUrl);
  await Promise.all([one, two].map(({ page }) => pressPay(page, "£1,549.03")));
  await Promise.all([one, two].map(({ page }) => page.waitForURL(`${stripe().url}/pay/*`)));
  await payThere(one.page, "£1,549.03");
  await paid(one.page);
  await payThere(two.page, "£1,549.03");
  await two.page.getByText("This page cannot be paid any more").waitFor();
  await two.page.getByRole("link", { name: "Back" }).click();
  await paid(two.page);

  // One whose page does not know yet.
  three.expectErrors(/409|already been paid/);
  alerts(three.page);
  await pressPay(three.page, "£1,549.03");
  await three.page.getByText("This invoice has already been paid.").waitFor();
  await paid(three.page);
  await sound(three.page, "the page of who came too late");
  const { payments, totals } = await invoice(plumber, document);
  assert.deepEqual([payments.length, totals.paidAmount], [1, "1549.03"]);
  await Promise.all([one, two, three].map((customer) => customer.leave()));
  await plumber.leave();
});

test("a customer who turns back can pay after all", async (t) => {
  const { plumber, document } = await billed(t, "back");
  const customer = await customerOf(t, document, PHONE);
  const { page } = customer;
  // A browser may keep the page as it was left, on its way to the checkout. This one has never gone.
  const address = `${stripe().url}/pay/*`;
  let isAsked = false;
  await page.route(address, (route) => {
    isAsked = true;
    return route.fulfill({ status: 204 });
  });
  await pressPay(page, "£1,549.03");
  await eventually("the way to the checkout", () => isAsked);
  await page.getByRole("button", { name: "Opening the checkout…" }).waitFor();
  await page.unroute(address);
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));

  await pressPay(page, "£1,549.03");
  await page.waitForURL(address);
  await page.getByRole("link", { name: "Back" }).click();
  await page.waitForURL(document.publicUrl);
  assert.equal(await page.getByText("Payment Processing...").count(), 0);
  await pressPay(page, "£1,549.03");
  await page.waitForURL(address);
  await page.goBack();
  await pressPay(page, "£1,549.03");
  await payThere(page, "£1,549.03");
  await paid(page);
  assert.equal((await invoice(plumber, document)).payments.length, 1);
  await customer.leave();
  await plumber.leave();
});
