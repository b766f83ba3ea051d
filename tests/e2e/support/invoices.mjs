// A business with invoices that are late, partly paid and in time, over HTTP.
import { read } from "./api.mjs";
import { arrive, settle, write } from "./seed.mjs";

/** The calendar date so many days from today, in London. */
export function day(offset) {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format();
  return new Date(Date.parse(`${today}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10);
}

/** A sent invoice of this amount. */
async function invoice(page, { profile, contact }, { price, due, job }) {
  const { id } = await write(page, "/api/invoices", {
    businessProfileId: profile.id,
    contactId: contact.id,
    issueDate: day(-40),
    dueDate: day(due),
    jobDescription: job,
    notes: "",
    items: [{ id: "a", name: "Work", description: "", quantity: "1", price }],
  });
  return write(page, `/api/invoices/${id}/send`, { via: "link" });
}

/** A person with one invoice that is late, one that is late and partly paid, one in time, and `more` of those. */
export async function withInvoices({ server, enter }, t, name, viewport, more = 0) {
  const ada = await enter(viewport);
  t.after(() => ada.close());
  const { page } = ada;
  await arrive(page, server(), `${name}@example.com`);
  const who = await settle(page);
  const late = await invoice(page, who, { price: "120", due: -9, job: "Leaking trap under the bath" });
  const part = await invoice(page, who, { price: "1000.10", due: -1, job: "Boiler swap" });
  await write(page, `/api/invoices/${part.id}/payments`, {
    amount: "400",
    method: "bank_transfer",
    date: day(-2),
    notes: "",
  });
  const paid = await read(page, `/api/invoices/${part.id}`);
  for (const { id, confirmationStatus } of paid.payments) {
    if (confirmationStatus !== "pending") continue;
    await write(page, `/api/invoices/${part.id}/payments/${id}/confirm`, {});
  }
  for (let at = 0; at <= more; at += 1) {
    await invoice(page, who, { price: `${50 + at}.35`, due: 10, job: `Tap number ${at}` });
  }
  return { ada, page, late, part, who };
}
