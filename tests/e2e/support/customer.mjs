// What a customer does at a link, and the documents that they are sent.
import assert from "node:assert/strict";
import { write } from "./seed.mjs";

export const TEMPLATES = ["classic", "modern", "colored", "bold", "minimal"];

/** The day so many days from today, in London. */
export function day(away) {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format();
  return new Date(Date.parse(`${today}T00:00:00Z`) + away * 86_400_000).toISOString().slice(0, 10);
}

/** `05/03/2026` of `2026-03-05`. */
export const shortDay = (date) => date.split("-").reverse().join("/");

/** A business with everything that a document can show, in this template; and a customer. */
export async function business(page, template = "classic", more = {}) {
  const profile = await write(page, "/api/business-profiles", {
    name: "Pipe & Daughters",
    email: "hello@pipe.example",
    phone: "0113 496 0142",
    website: "pipe.example",
    template,
    address_line1: "4 Forge Yard",
    city: "Leeds",
    post_code: "LS5 3NF",
    taxNumber: "GB 416 2035 90",
    registrationNumber: "10482961",
    quoteTerms: "A deposit secures your date.\nWork is guaranteed for 12 months.",
    invoiceTerms: "Please pay by the due date.",
    accepts_cash: true,
    accepts_bank_transfer: true,
    accepts_paypal: true,
    paypal: "paypal.me/pipedaughters",
    bankName: "Aire Valley Bank",
    accountName: "Pipe and Daughters",
    accountNumber: "31926819",
    sortCode: "60-16-13",
    ...more,
  });
  const contact = await write(page, "/api/contacts", {
    name: "Margaret Holroyd",
    email: "margaret@example.com",
    address_line1: "27 Otley Old Road",
    city: "Leeds",
    post_code: "LS16 6HG",
  });
  return { profile, contact };
}

const LINES = [
  {
    id: "boiler",
    name: "Combi boiler 30 kW",
    description: "10-year guarantee",
    quantity: "1",
    price: "1240",
  },
  { id: "pipe", name: "Copper pipe 22 mm", description: "", quantity: "6.5", price: "7.825" },
];

/** Lines that the customer may leave out: the first is taken at first, the second is not. */
export const OPTIONAL = [
  {
    id: "filter",
    name: "Magnetic filter",
    description: "",
    quantity: "1",
    price: "94.50",
    optional: true,
    selected: true,
  },
  {
    id: "stat",
    name: "Smart thermostat",
    description: "",
    quantity: "1",
    price: "168",
    optional: true,
    selected: false,
  },
];

/** A quote or an invoice with its link in the customer's hands. */
export async function sent(page, kind, { profile, contact }, fields = {}) {
  const { id } = await write(page, `/api/${kind}s`, {
    businessProfileId: profile.id,
    contactId: contact.id,
    issueDate: day(-40),
    ...(kind === "quote" ? { expiryDate: day(30) } : { dueDate: day(14) }),
    jobDescription: "New boiler in the airing cupboard",
    notes: "We start at eight.",
    tax: "20",
    items: LINES,
    ...fields,
  });
  return write(page, `/api/${kind}s/${id}/send`, { via: "link" });
}

/** The address of a public call about this document. */
export const call = (kind, document, deed) => `/api/${kind}s/public/${document.publicToken}/${deed}`;

/** Presses 'Accept Quote'; on a phone after a look at the choices and options, where there are some. */
export async function pressAccept(page) {
  const choose = page.getByRole("button", { name: /^(Choose options|See the choices)$/ });
  const accept = page.getByRole("button", { name: "Accept Quote" });
  await choose.or(accept).waitFor();
  if (await choose.count()) await choose.click();
  await accept.click();
}

/** Presses 'Accept Quote', types the name, agrees to the terms where there are some, and accepts. */
export async function acceptAs(page, name) {
  await pressAccept(page);
  const sheet = page.getByRole("dialog", { name: /^Accept (Quote|Variation)/ });
  await sheet.getByLabel("Your name").fill(name);
  const terms = sheet.getByRole("checkbox", { name: "I accept the Terms & Conditions" });
  if (await terms.count()) await terms.check();
  await sheet.getByRole("button", { name: "Accept Quote" }).click();
  await sheet.waitFor({ state: "detached" });
}

/** Keeps live updates from this page: what another does, it learns only by asking. */
export const deafen = (page) => page.routeWebSocket(/\/ws$/, () => {});

/** The amounts of the paper's totals: label → amount. */
export async function paperTotals(page) {
  const totals = page.getByRole("article").locator(".paper-totals");
  const terms = await totals.getByRole("term").allTextContents();
  const amounts = await totals.getByRole("definition").allTextContents();
  assert.equal(terms.length, amounts.length);
  return Object.fromEntries(terms.map((term, at) => [term, amounts[at]]));
}
