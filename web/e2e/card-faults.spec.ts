// Paying by card when something goes wrong: Stripe is down, reports early or never, somebody else pays too,
// or the customer goes back.
import type { Page } from "@playwright/test";
import { DESKTOP, PHONE } from "./support/browser.ts";
import { pressPay, test } from "./support/card-payments.ts";
import { blockLiveUpdates } from "./support/customer.ts";
import { expectFits } from "./support/layout.ts";
import { type ApiClient, getJson, type Json } from "./support/seed.ts";
import { expect } from "./support/test.ts";

declare global {
  interface Window {
    /** Passes the page's text to the test. */
    seen: (text: string) => void;
  }
}

const ALERT = "Payment processing failed. Please try again or contact support.";

const findPaid = (page: Page) => page.getByText(/^Invoice paid in full on /).waitFor();
const getInvoice = (plumber: { page: ApiClient }, { id }: Json): Promise<Json> =>
  getJson(plumber.page, `/api/invoices/${id}`);

/** Collects the texts of the browser's alerts, and closes them. */
function collectAlerts(page: Page): string[] {
  const messages: string[] = [];
  page.on("dialog", async (dialog) => {
    messages.push(dialog.message());
    await dialog.accept();
  });
  return messages;
}

test("Stripe is down: the customer gets an error, tries again and pays", async ({
  billed,
  customerOf,
  payThere,
  stripe,
}) => {
  const { plumber, document } = await billed();
  const customer = await customerOf(document, PHONE);
  const { page } = customer;
  customer.expectErrors(/502|Card payment is not available/);
  const messages = collectAlerts(page);
  await stripe.command("fail/503");
  await pressPay(page, "£1,549.03");
  await page
    .getByRole("alert")
    .getByText(/^Card payment is not available right now\. Nothing was taken\./)
    .waitFor();
  expect(messages).toEqual([ALERT]);
  await expectFits(page, "the page when Stripe is down");
  const meanwhile = await getInvoice(plumber, document);
  expect([meanwhile.status, meanwhile.payments]).toEqual(["sent", []]);

  await page.getByRole("button", { name: "Pay £1,549.03 by card" }).click();
  await payThere(page, "£1,549.03");
  await findPaid(page);
  expect((await getInvoice(plumber, document)).payments).toHaveLength(1);
});

test("Stripe reports before the browser is back: the page shows paid at once", async ({
  billed,
  customerOf,
  payThere,
  reports,
}) => {
  const { document } = await billed();
  await reports("first");
  const customer = await customerOf(document, DESKTOP);
  const { page } = customer;
  await blockLiveUpdates(page);
  // Records everything that the page displays meanwhile, however briefly.
  const seen: string[] = [];
  await page.exposeFunction("seen", (text: string) => seen.push(text));
  await page.addInitScript(() => {
    const note = () => document.body && window.seen(document.body.textContent ?? "");
    new MutationObserver(note).observe(document, { childList: true, subtree: true });
  });
  await pressPay(page, "£1,549.03");
  await payThere(page, "£1,549.03");
  await findPaid(page);
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await expect.poll(() => seen.join(), "what it shows is noted").toContain("Invoice paid in full");
  expect(seen.filter((text) => text.includes("Payment Processing"))).toEqual([]);
  expect(
    seen.some((text) => text.includes("Invoice paid in full")),
    "what it shows is noted",
  ).toBe(true);
});

test("Stripe never reports: the page waits, says so, and asks for no second payment", async ({
  billed,
  customerOf,
  payThere,
  reports,
}) => {
  const { plumber, document } = await billed();
  await reports("never");
  const customer = await customerOf(document, PHONE);
  const { page } = customer;
  // The clock jumps: a pending connection times out, and is opened again.
  customer.expectErrors(/The live connection/);
  await page.clock.install();
  await pressPay(page, "£1,549.03");
  await payThere(page, "£1,549.03");
  const waiting = page.getByRole("button", { name: "Payment Processing..." });
  await waiting.waitFor();
  await page.clock.fastForward("01:05");
  await page.getByText("Still waiting for your payment").waitFor();
  await expectFits(page, "the page while a payment is late");
  await expect(page.getByRole("radio", { name: "Cash" })).toBeDisabled();
  // After a reload the page still waits; returning has recorded nothing. (HTTP tests cover that Stripe is
  // asked in the end.)
  await page.reload();
  await waiting.waitFor();
  expect((await getInvoice(plumber, document)).payments).toEqual([]);
});

test("two customers at once: one pays, the other learns of it", async ({
  billed,
  customerOf,
  enter,
  payThere,
  stripe,
}) => {
  const { plumber, document } = await billed();
  const one = await customerOf(document, DESKTOP);
  const two = await customerOf(document, DESKTOP);
  const three = await enter(DESKTOP);
  await blockLiveUpdates(three.page);
  await three.page.goto(document.publicUrl);
  await Promise.all([one, two].map(({ page }) => pressPay(page, "£1,549.03")));
  await Promise.all([one, two].map(({ page }) => page.waitForURL(`${stripe.url}/pay/*`)));
  await payThere(one.page, "£1,549.03");
  await findPaid(one.page);
  await payThere(two.page, "£1,549.03");
  await two.page.getByText("This page cannot be paid any more").waitFor();
  await two.page.getByRole("link", { name: "Back" }).click();
  await findPaid(two.page);

  // A customer whose page isn't up to date.
  three.expectErrors(/409|already been paid/);
  collectAlerts(three.page);
  await pressPay(three.page, "£1,549.03");
  await three.page.getByText("This invoice has already been paid.").waitFor();
  await findPaid(three.page);
  const { payments, totals } = await getInvoice(plumber, document);
  expect([payments.length, totals.paidAmount]).toEqual([1, "1549.03"]);
});

test("a customer who turns back can still pay", async ({ billed, customerOf, payThere, stripe }) => {
  const { plumber, document } = await billed();
  const customer = await customerOf(document, PHONE);
  const { page } = customer;
  // A browser may restore the page in the state in which it left for the checkout. Here the checkout doesn't
  // respond.
  const address = `${stripe.url}/pay/*`;
  let isAsked = false;
  await page.route(address, (route) => {
    isAsked = true;
    return route.fulfill({ status: 204 });
  });
  await pressPay(page, "£1,549.03");
  await expect.poll(() => isAsked, "the checkout is asked for").toBe(true);
  await page.getByRole("button", { name: "Opening the checkout…" }).waitFor();
  await page.unroute(address);
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));

  await pressPay(page, "£1,549.03");
  await page.waitForURL(address);
  await page.getByRole("link", { name: "Back" }).click();
  await page.waitForURL(document.publicUrl);
  await expect(page.getByText("Payment Processing...")).toHaveCount(0);
  await pressPay(page, "£1,549.03");
  await page.waitForURL(address);
  await page.goBack();
  await pressPay(page, "£1,549.03");
  await payThere(page, "£1,549.03");
  await findPaid(page);
  expect((await getInvoice(plumber, document)).payments).toHaveLength(1);
});
