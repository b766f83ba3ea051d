// Getting someone to where a test begins, over HTTP: the screens on the way have tests of their own.
import assert from "node:assert/strict";
import { PASSWORD } from "./account.mjs";
import { DESKTOP } from "./browser.mjs";
import { humanCheck } from "./captcha.mjs";
import { mailed } from "./mail.mjs";

/** Signs up and in; the page's session is the person's from here on. */
export async function arrive(page, server, email) {
  await write(page, "/api/auth/register", {
    name: "Ada Pipe",
    email,
    password: PASSWORD,
    recaptchaToken: await humanCheck(page),
  });
  const [, code] = await mailed(server, email, /(\d{6}) is your Plumbline verification code/);
  await write(page, "/api/auth/verify-email", { email, code });
  await write(page, "/api/auth/login", { username: email, password: PASSWORD });
}

/** What a business says that is registered for VAT: without it no invoice charges any. */
export const REGISTERED = { taxNumber: "GB 416 2035 90" };

/** A business profile and a customer. */
export async function settle(page, more = {}) {
  const profile = await write(page, "/api/business-profiles", {
    name: "Pipe & Daughters",
    phone: "0113 496 0142",
    accepts_cash: true,
    accepts_bank_transfer: true,
    ...more,
  });
  const contact = await write(page, "/api/contacts", {
    name: "Margaret Holroyd",
    email: "margaret@example.com",
  });
  return { profile, contact };
}

/** A person who has arrived, with a business and a customer; their browser goes when the test ends. */
export async function plumber({ server, enter }, t, name, size = DESKTOP, business = {}) {
  const person = await enter(size);
  t.after(() => person.close());
  await arrive(person.page, server(), `${name}@example.com`);
  return { ...person, who: await settle(person.page, business) };
}

/** A quote as far as a draft, with two lines. */
export function draftQuote(page, { profile, contact }) {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format();
  return write(page, "/api/quotes", {
    businessProfileId: profile.id,
    contactId: contact.id,
    issueDate: today,
    expiryDate: `${Number(today.slice(0, 4)) + 1}${today.slice(4, 8)}01`,
    jobDescription: "New tap",
    notes: "",
    tax: "20",
    items: [
      { id: "a", name: "Tap", description: "", quantity: "1", price: "89.90" },
      { id: "b", name: "Pipe", description: "", quantity: "2", price: "4.255" },
    ],
  });
}

/** A quote with its link in the customer's hands. */
export async function sentQuote(page, who) {
  const { id } = await draftQuote(page, who);
  return write(page, `/api/quotes/${id}/send`, { via: "link" });
}

/** An invoice of £100.00, due today, that its customer has. */
export async function sentInvoice(page, { profile, contact }, more = {}) {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format();
  const made = await write(page, "/api/invoices", {
    businessProfileId: profile.id,
    contactId: contact.id,
    issueDate: today,
    dueDate: today,
    tax: "0",
    items: [{ id: "a", name: "Call-out", quantity: "1", price: "100" }],
    ...more,
  });
  return write(page, `/api/invoices/${made.id}/send`, { via: "link" });
}

/** POST as the person of this page. */
export async function write(page, path, data) {
  const answer = await page.request.post(path, { data });
  assert.ok(answer.ok(), `POST ${path}: ${answer.status()} ${await answer.text()}`);
  const text = await answer.text();
  return text ? JSON.parse(text) : null;
}
