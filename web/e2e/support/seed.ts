// Preparing a test's initial state over HTTP: the skipped screens have tests of their own.
import { type APIRequestContext, expect } from "@playwright/test";

/** A client with a session for requests to the server: a page, or a user without a screen. */
export interface ApiClient {
  request: APIRequestContext;
}

/**
 * A response of the API. The tests compare its values with expected ones, so its types aren't repeated here.
 */
// biome-ignore lint/suspicious/noExplicitAny: JSON of many shapes, each checked where it is used
export type Json = any;

/** A business and its customer. */
export interface Parties {
  profile: Json;
  contact: Json;
}

/** The details of a VAT-registered business: without them no invoice charges VAT. */
export const REGISTERED = { taxNumber: "GB 416 2035 90" };

/** Creates a business profile and a customer. */
export async function createParties(asker: ApiClient, more: object = {}): Promise<Parties> {
  const profile = await postJson(asker, "/api/business-profiles", {
    name: "Pipe & Daughters",
    phone: "0113 496 0142",
    accepts_cash: true,
    accepts_bank_transfer: true,
    ...more,
  });
  const contact = await postJson(asker, "/api/contacts", {
    name: "Margaret Holroyd",
    email: "margaret@example.com",
  });
  return { profile, contact };
}

/** The date this many days from today, in London. */
export function dayFromToday(away: number): string {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format();
  return new Date(Date.parse(`${today}T00:00:00Z`) + away * 86_400_000).toISOString().slice(0, 10);
}

/** A draft quote with two lines. */
export function createDraftQuote(asker: ApiClient, { profile, contact }: Parties): Promise<Json> {
  const today = dayFromToday(0);
  return postJson(asker, "/api/quotes", {
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

/** A quote that was sent by link. */
export async function createSentQuote(asker: ApiClient, who: Parties): Promise<Json> {
  const { id } = await createDraftQuote(asker, who);
  return postJson(asker, `/api/quotes/${id}/send`, { via: "link" });
}

/** An invoice of £100.00, due today and sent by link. */
export async function createSentInvoice(
  asker: ApiClient,
  { profile, contact }: Parties,
  more: object = {},
): Promise<Json> {
  const made = await postJson(asker, "/api/invoices", {
    businessProfileId: profile.id,
    contactId: contact.id,
    issueDate: dayFromToday(0),
    dueDate: dayFromToday(0),
    tax: "0",
    items: [{ id: "a", name: "Call-out", quantity: "1", price: "100" }],
    ...more,
  });
  return postJson(asker, `/api/invoices/${made.id}/send`, { via: "link" });
}

/** Sends a POST with this session; resolves to the JSON of the response. */
export async function postJson({ request }: ApiClient, path: string, data?: object): Promise<Json> {
  const answer = await request.post(path, { data });
  const text = await answer.text();
  expect(answer.ok(), `POST ${path}: ${answer.status()} ${text}`).toBe(true);
  return text ? JSON.parse(text) : null;
}

/** Sends a GET with this session; resolves to the JSON of the response. */
export async function getJson({ request }: ApiClient, path: string): Promise<Json> {
  const answer = await request.get(path);
  expect(answer.status(), `GET ${path}: ${await answer.text()}`).toBe(200);
  return answer.json();
}

/** Formats an amount of the API ("1234.5") as the screens do ("£1,234.50"). */
export function formatPounds(amount: string | number): string {
  return new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" }).format(Number(amount));
}
