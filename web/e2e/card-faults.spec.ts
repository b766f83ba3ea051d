// Paying by card when something goes wrong: Stripe is down, reports early or never, somebody else pays too, or the
// customer turns back.
import type { Page } from "@playwright/test";
import { DESKTOP, PHONE } from "./support/browser.ts";
import { deafen } from "./support/customer.ts";
import { fits } from "./support/layout.ts";
import { type Asker, type Json, read } from "./support/seed.ts";
import { expect } from "./support/test.ts";
import { pressPay, test } from "./support/till.ts";

declare global {
  interface Window {
    /** Tells the test what the page shows. */
    seen: (text: string) => void;
  }
}

const ALERT = "Payment processing failed. Please try again or contact support.";

const paid = (page: Page) => page.getByText(/^Invoice paid in full on /).waitFor();
const invoice = (plumber: { page: Asker }, { id }: Json): Promise<Json> =>
  read(plumber.page, `/api/invoices/${id}`);

/** What the browser says in alerts, each of which is closed. */
function alerts(page: Page): string[] {
  const said: string[] = [];
  page.on("dialog", async (dialog) => {
    said.push(dialog.message());
    await dialog.accept();
  });
  return said;
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
  const said = alerts(page);
  await stripe.tell("fail/503");
  await pressPay(page, "£1,549.03");
  await page
    .getByRole("alert")
    .getByText(/^Card payment is not available right now\. Nothing was taken\./)
    .waitFor();
  expect(said).toEqual([ALERT]);
  await fits(page, "the page when Stripe is down");
  const meanwhile = await invoice(plumber, document);
  expect([meanwhile.status, meanwhile.payments]).toEqual(["sent", []]);

  await page.getByRole("button", { name: "Pay £1,549.03 by card" }).click();
  await payThere(page, "£1,549.03");
  await paid(page);
  expect((await invoice(plumber, document)).payments).toHaveLength(1);
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
  await deafen(page);
  // Whatever the page shows on the way, however short, is noted.
  const seen: string[] = [];
  await page.exposeFunction("seen", (text: string) => seen.push(text));
  await page.addInitScript(() => {
    const note = () => document.body && window.seen(document.body.textContent ?? "");
    new MutationObserver(note).observe(document, { childList: true, subtree: true });
  });
  await pressPay(page, "£1,549.03");
  await payThere(page, "£1,549.03");
  await paid(page);
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
  // The clock jumps: a connection that is being made is given up, and made again.
  customer.expectErrors(/The live connection/);
  await page.clock.install();
  await pressPay(page, "£1,549.03");
  await payThere(page, "£1,549.03");
  const waiting = page.getByRole("button", { name: "Payment Processing..." });
  await waiting.waitFor();
  await page.clock.fastForward("01:05");
  await page.getByText("Still waiting for your payment").waitFor();
  await fits(page, "the page while a payment is late");
  await expect(page.getByRole("radio", { name: "Cash" })).toBeDisabled();
  // After a reload it still waits; coming back has recorded nothing. (That Stripe is asked in the end is tested over HTTP.)
  await page.reload();
  await waiting.waitFor();
  expect((await invoice(plumber, document)).payments).toEqual([]);
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
  await deafen(three.page);
  await three.page.goto(document.publicUrl);
  await Promise.all([one, two].map(({ page }) => pressPay(page, "£1,549.03")));
  await Promise.all([one, two].map(({ page }) => page.waitForURL(`${stripe.url}/pay/*`)));
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
  const { payments, totals } = await invoice(plumber, document);
  expect([payments.length, totals.paidAmount]).toEqual([1, "1549.03"]);
});

test("a customer who turns back can still pay", async ({ billed, customerOf, payThere, stripe }) => {
  const { plumber, document } = await billed();
  const customer = await customerOf(document, PHONE);
  const { page } = customer;
  // A browser may keep the page as it was left, on its way to the checkout. Here the checkout answers nothing.
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
  await paid(page);
  expect((await invoice(plumber, document)).payments).toHaveLength(1);
});
