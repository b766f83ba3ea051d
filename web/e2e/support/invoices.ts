// A business with invoices that are overdue, partly paid, and not due yet.
import type { Page, ViewportSize } from "@playwright/test";
import { type ApiClient, dayFromToday, getJson, type Json, type Parties, postJson } from "./seed.ts";
import type { Owner, TestFixtures } from "./test.ts";

export interface InvoiceSetup {
  ada: Owner;
  page: Page;
  who: Parties;
  /** £120.00, nine days overdue. */
  late: Json;
  /** £1,000.10, a day overdue, £400.00 of it paid. */
  part: Json;
}

/**
 * A user with an overdue invoice, an overdue and partly paid one, one that isn't due yet, and `more` like the
 * last.
 */
export async function createInvoices(
  plumber: TestFixtures["plumber"],
  viewport?: ViewportSize,
  more = 0,
): Promise<InvoiceSetup> {
  const ada = await plumber(viewport);
  const { page, who } = ada;
  const late = await createInvoice(page, who, { price: "120", due: -9, job: "Leaking trap under the bath" });
  const part = await createInvoice(page, who, { price: "1000.10", due: -1, job: "Boiler swap" });
  await payInPart(page, part);
  for (let at = 0; at <= more; at += 1) {
    await createInvoice(page, who, { price: `${50 + at}.35`, due: 10, job: `Tap number ${at}` });
  }
  return { ada, page, late, part, who };
}

/** A sent invoice over this amount, due this many days from today. */
async function createInvoice(
  asker: ApiClient,
  { profile, contact }: Parties,
  { price, due, job }: { price: string; due: number; job: string },
): Promise<Json> {
  const { id } = await postJson(asker, "/api/invoices", {
    businessProfileId: profile.id,
    contactId: contact.id,
    issueDate: dayFromToday(-40),
    dueDate: dayFromToday(due),
    jobDescription: job,
    notes: "",
    items: [{ id: "a", name: "Work", description: "", quantity: "1", price }],
  });
  return postJson(asker, `/api/invoices/${id}/send`, { via: "link" });
}

/** £400.00 by bank transfer, confirmed. */
async function payInPart(asker: ApiClient, { id }: Json): Promise<void> {
  await postJson(asker, `/api/invoices/${id}/payments`, {
    amount: "400",
    method: "bank_transfer",
    date: dayFromToday(-2),
    notes: "",
  });
  const { payments } = await getJson(asker, `/api/invoices/${id}`);
  for (const payment of payments) {
    if (payment.confirmationStatus !== "pending") continue;
    await postJson(asker, `/api/invoices/${id}/payments/${payment.id}/confirm`, {});
  }
}

// Payments that the business records.

/** Records a cash payment on an invoice's page: the suggested amount, or this one. Returns the suggestion. */
export async function recordCash(page: Page, amount?: string): Promise<string> {
  await page.getByRole("button", { name: "Record a payment" }).first().click();
  const paying = page.getByRole("dialog", { name: "Record a payment" });
  const offered = await paying.getByLabel("Amount").inputValue();
  if (amount) await paying.getByLabel("Amount").fill(amount);
  await paying.getByLabel("How it was paid").selectOption("cash");
  await paying.getByRole("button", { name: "Record payment" }).click();
  await paying.waitFor({ state: "detached" });
  return offered;
}
