// A business with invoices that are late, partly paid and in time.
import type { Page, ViewportSize } from "@playwright/test";
import { type Asker, day, type Json, read, type Who, write } from "./seed.ts";
import type { Flow, Owner } from "./test.ts";

export interface WithInvoices {
  ada: Owner;
  page: Page;
  who: Who;
  /** £120.00, nine days late. */
  late: Json;
  /** £1,000.10, a day late, £400.00 of it paid. */
  part: Json;
}

/** A person with an invoice that is late, one that is late and partly paid, one in time, and `more` like the last. */
export async function withInvoices(
  plumber: Flow["plumber"],
  viewport?: ViewportSize,
  more = 0,
): Promise<WithInvoices> {
  const ada = await plumber(viewport);
  const { page, who } = ada;
  const late = await invoice(page, who, { price: "120", due: -9, job: "Leaking trap under the bath" });
  const part = await invoice(page, who, { price: "1000.10", due: -1, job: "Boiler swap" });
  await payPart(page, part);
  for (let at = 0; at <= more; at += 1) {
    await invoice(page, who, { price: `${50 + at}.35`, due: 10, job: `Tap number ${at}` });
  }
  return { ada, page, late, part, who };
}

/** A sent invoice of this amount, due so many days from today. */
async function invoice(
  asker: Asker,
  { profile, contact }: Who,
  { price, due, job }: { price: string; due: number; job: string },
): Promise<Json> {
  const { id } = await write(asker, "/api/invoices", {
    businessProfileId: profile.id,
    contactId: contact.id,
    issueDate: day(-40),
    dueDate: day(due),
    jobDescription: job,
    notes: "",
    items: [{ id: "a", name: "Work", description: "", quantity: "1", price }],
  });
  return write(asker, `/api/invoices/${id}/send`, { via: "link" });
}

/** £400.00 by bank transfer, confirmed. */
async function payPart(asker: Asker, { id }: Json): Promise<void> {
  await write(asker, `/api/invoices/${id}/payments`, {
    amount: "400",
    method: "bank_transfer",
    date: day(-2),
    notes: "",
  });
  const { payments } = await read(asker, `/api/invoices/${id}`);
  for (const payment of payments) {
    if (payment.confirmationStatus !== "pending") continue;
    await write(asker, `/api/invoices/${id}/payments/${payment.id}/confirm`, {});
  }
}
