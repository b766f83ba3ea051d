// The main job from end to end, by two people: from registering to a paid invoice.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { signUp } from "./support/account.ts";
import { acceptAs, readPrintedTotals } from "./support/customer.ts";
import {
  addLabour,
  addPercentage,
  chooseCustomer,
  fillLine,
  getDocumentId,
  readTotals,
  sendByLink,
  waitForSaved,
} from "./support/editor.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { formatPounds, getJson, type Json } from "./support/seed.ts";
import { expect, test } from "./support/test.ts";

test("a quote is written on site, accepted, invoiced and paid", { tag: "@both" }, async ({
  enter,
  server,
}) => {
  const { page } = await enter();
  const customer = await enter();

  // The only test of all steps, so nothing is prepared for it. The address is new in each repetition.
  await signUp(page, server, { name: "Ada Pipe", email: `ada-${randomUUID()}@example.com` });
  const toast = page.getByRole("listitem").filter({ hasText: "Email verified!" });
  await expect(toast, "'Email verified!' is not shown to somebody who is logged in").toHaveCount(0);
  await makeProfile(page);
  await makeContact(page);
  const quote = await writeQuote(page);
  await acceptQuote(customer.page, quote);

  const invoice = await convertQuote(page, quote);
  await announceTransfer(customer.page, invoice);
  await confirmPayment(page, invoice);

  await customer.page.reload();
  await customer.page.getByText(/^Invoice paid in full/).waitFor();
});

/** A document whose link the customer has. */
interface SentDocument {
  id: string;
  link: string;
  totals: Json;
}

async function makeProfile(page: Page): Promise<void> {
  await page.goto("/settings/business-profiles");
  await page.getByRole("link", { name: "Add your business" }).click();
  await page.getByLabel("Business name").fill("Pipe & Daughters");
  await page.getByLabel("Phone").fill("0113 496 0142");
  await page.getByLabel("VAT number").fill("GB 416 2035 90");
  await page.getByRole("switch", { name: "Bank transfer" }).check();
  await page.getByLabel("Bank (optional)", { exact: true }).fill("Aire Valley Bank");
  await page.getByLabel("Account name").fill("Pipe and Daughters");
  await page.getByLabel("Sort code").fill("60-16-13");
  await page.getByLabel("Account number").fill("31926819");
  await page.getByRole("button", { name: "Save business" }).click();
  await page.waitForURL("**/dashboard");
  const [profile] = await getJson(page, "/api/business-profiles");
  expect(profile.name).toBe("Pipe & Daughters");
}

async function makeContact(page: Page): Promise<void> {
  await page.goto("/add-contact");
  await page.getByLabel("Name", { exact: true }).fill("Margaret Holroyd");
  await page.getByLabel(/^Email/).fill("margaret@example.com");
  await page.getByLabel("Address (optional)", { exact: true }).fill("27 Otley Old Road");
  await page.getByLabel("Town or city").fill("Leeds");
  await page.getByLabel("Postcode").fill("LS16 6HG");
  await page.getByRole("button", { name: "Save customer" }).click();
  await page.getByRole("heading", { name: "Margaret Holroyd" }).waitFor();
}

/** Writes the quote, compares the screen with the server, and sends it by link. */
async function writeQuote(page: Page): Promise<SentDocument> {
  await page.goto("/quotes/create");
  await chooseCustomer(page, "Margaret Holroyd");
  await page.getByLabel("Job description").fill("New boiler in the airing cupboard");
  await fillLine(page, 1, { name: "Combi boiler 30 kW", quantity: "1", price: "1240" });
  await fillLine(page, 2, { name: "Copper pipe 22 mm", quantity: "6.5", price: "7.825" });
  await fillLine(page, 3, { name: "Flue kit", quantity: "3", price: "33.335" });
  await addLabour(page, { unit: "Hours", quantity: "7.5", rate: "48" });
  await addPercentage(page, "Discount", "7.5", "Neighbour of a customer");
  await addPercentage(page, "Deposit", "30", "Boiler");
  await page.getByLabel("VAT rate").fill("20");
  await waitForSaved(page);

  const id = getDocumentId(page);
  const { totals } = await getJson(page, `/api/quotes/${id}`);
  expect(totals.subtotalAmount).toBe("1750.87");
  expect(await readTotals(page)).toEqual({
    Subtotal: formatPounds(totals.subtotalAmount),
    "Discount (7.5%)": `-${formatPounds(totals.discountAmount)}`,
    "VAT @ 20%": formatPounds(totals.vatAmount),
    Total: formatPounds(totals.totalAmount),
    "Deposit (30%)": formatPounds(totals.depositAmount),
    "Balance after deposit": formatPounds(totals.balanceAfterDeposit),
  });
  await expectFits(page, "the quote editor");
  const link = await sendByLink(page, "quote");
  const sent = await getJson(page, `/api/quotes/${id}`);
  expect(sent.status).toBe("sent");
  expect(sent.publicUrl).toBe(link);
  return { id, link, totals };
}

/** The customer sees the same total, to the penny, and accepts. */
async function acceptQuote(page: Page, { link, totals }: SentDocument): Promise<void> {
  await page.goto(link);
  const total = page.getByText(formatPounds(totals.totalAmount), { exact: true });
  await total.first().waitFor();
  const printed = page.getByRole("article");
  await printed.waitFor();
  expect((await readPrintedTotals(page)).Total).toBe(formatPounds(totals.totalAmount));
  await acceptAs(page, "Margaret Holroyd");
  await page.getByText("Accepted", { exact: true }).first().waitFor();
  await expect(page.getByRole("button", { name: "Accept Quote" })).toHaveCount(0);
}

/** The plumber sees the acceptance, converts and sends the invoice. */
async function convertQuote(page: Page, quote: SentDocument): Promise<SentDocument> {
  await page.goto("/quotes");
  await page
    .getByRole("link", { name: /Margaret Holroyd/ })
    .first()
    .click();
  await page.waitForURL(`**/quotes/${quote.id}`);
  await page.getByText("Accepted", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Convert to invoice" }).click();
  // The dialog first says what happens to the deposit.
  await page.getByRole("dialog").getByRole("button", { name: "Convert to invoice" }).click();
  await page.waitForURL("**/invoices/edit/*");
  const id = getDocumentId(page);
  await page.getByLabel("Job description").waitFor();
  await expectSoundLayout(page, "the invoice editor");
  const link = await sendByLink(page, "invoice");
  const { totals } = await getJson(page, `/api/invoices/${id}`);
  expect(totals.totalAmount, "the invoice has the quote's total, to the penny").toBe(
    quote.totals.totalAmount,
  );
  return { id, link, totals };
}

/** The customer announces a payment. */
async function announceTransfer(page: Page, { link, totals }: SentDocument): Promise<void> {
  await page.goto(link);
  await page.getByText(formatPounds(totals.balanceDue), { exact: true }).first().waitFor();
  await page.getByRole("radio", { name: "Bank transfer" }).check();
  await page.getByRole("button", { name: "I have made the transfer" }).click();
  await page.getByText(/^Payment recorded and awaiting confirmation/).waitFor();
  await expect(page.getByRole("radio", { name: "Bank transfer" })).toHaveCount(0);
}

/** The plumber sees the money on the account, and confirms it. */
async function confirmPayment(page: Page, { id, totals }: SentDocument): Promise<void> {
  await page.goto("/invoices");
  await page
    .getByRole("link", { name: /Margaret Holroyd/ })
    .first()
    .click();
  await page.waitForURL(`**/invoices/${id}`);
  await page.getByText("The customer says this is paid.").waitFor();
  await expectFits(page, "the invoice");
  // The page says 'Paid' before that as well, so this waits for the response.
  const confirmed = page.waitForResponse((response) => response.url().endsWith("/confirm"));
  await page.getByRole("button", { name: "Confirm payment" }).click();
  expect((await confirmed).status()).toBe(200);
  await page.getByText("Paid", { exact: true }).first().waitFor();
  const invoice = await getJson(page, `/api/invoices/${id}`);
  expect(invoice.status).toBe("paid");
  expect(invoice.totals.paidAmount).toBe(totals.amountPayable);
  expect(invoice.totals.balanceDue).toBe("0.00");
}
