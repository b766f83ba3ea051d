// A customer's actions at a link, and the documents sent to them.
import { readFile } from "node:fs/promises";
import type { Locator, Page, ViewportSize } from "@playwright/test";
import { readPdfText } from "./downloads.ts";
import { getBox } from "./layout.ts";
import { type ApiClient, dayFromToday, getJson, type Json, type Parties, postJson } from "./seed.ts";
import { type EnterOptions, expect, type TestFixtures } from "./test.ts";

export type LinkedKind = "quote" | "invoice";

export const TEMPLATES = ["classic", "modern", "colored", "bold", "minimal"];

/** Formats `2026-03-05` as `05/03/2026`. */
export const formatShortDay = (date: string) => date.split("-").reverse().join("/");

/** Creates a business with everything that a document can display, in this template; and a customer. */
export async function createFullBusiness(
  asker: ApiClient,
  template = "classic",
  more: object = {},
): Promise<Parties> {
  const profile = await postJson(asker, "/api/business-profiles", {
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
  const contact = await postJson(asker, "/api/contacts", {
    name: "Margaret Holroyd",
    email: "margaret@example.com",
    address_line1: "27 Otley Old Road",
    city: "Leeds",
    post_code: "LS16 6HG",
  });
  return { profile, contact };
}

const DOCUMENT_LINES = [
  {
    id: "boiler",
    name: "Combi boiler 30 kW",
    description: "10-year guarantee",
    quantity: "1",
    price: "1240",
  },
  { id: "pipe", name: "Copper pipe 22 mm", description: "", quantity: "6.5", price: "7.825" },
];

/** Optional lines: the first is ticked by default, the second isn't. */
export const OPTIONAL_LINES = [
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

/** Creates a quote or an invoice and sends its link to the customer. */
export async function createSentDocument(
  asker: ApiClient,
  kind: LinkedKind,
  { profile, contact }: Parties,
  fields: object = {},
): Promise<Json> {
  const { id } = await postJson(asker, `/api/${kind}s`, {
    businessProfileId: profile.id,
    contactId: contact.id,
    issueDate: dayFromToday(-40),
    ...(kind === "quote" ? { expiryDate: dayFromToday(30) } : { dueDate: dayFromToday(14) }),
    jobDescription: "New boiler in the airing cupboard",
    notes: "We start at eight.",
    tax: "20",
    items: DOCUMENT_LINES,
    ...fields,
  });
  return postJson(asker, `/api/${kind}s/${id}/send`, { via: "link" });
}

/** The options of `deliverDocument`. */
export interface DeliveryOptions {
  kind?: LinkedKind;
  /** Fields of the document. */
  fields?: object;
  /** Fields of the business profile. */
  profile?: object;
  /** Options of the customer's window. */
  window?: EnterOptions;
}

/**
 * A business without a window, its document, and a customer with a screen of this size who has opened the
 * link.
 */
export async function deliverDocument(
  { office, enter }: Pick<TestFixtures, "office" | "enter">,
  viewport: ViewportSize,
  { kind = "quote", fields, profile, window }: DeliveryOptions = {},
) {
  const plumber = await office();
  const who = await createFullBusiness(plumber.page, "classic", profile);
  const document = await createSentDocument(plumber.page, kind, who, fields);
  const customer = await enter(viewport, window);
  return { plumber, who, document, customer, page: customer.page };
}

/** The business edits a quote, as its editor does; returns the new version. */
export async function editQuote(asker: ApiClient, { id }: Json, ...operations: object[]): Promise<Json> {
  const { version } = await getJson(asker, `/api/quotes/${id}`);
  const data = { baseVersion: version, operationId: crypto.randomUUID(), operations };
  const answer = await asker.request.patch(`/api/quotes/${id}`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

/** The path of a public request about this document. */
export const buildPublicPath = (kind: LinkedKind, document: Json, action: string) =>
  `/api/${kind}s/public/${document.publicToken}/${action}`;

/** The button of a quote, and of a variation. */
const ACCEPT = /^Accept (Quote|Variation)$/;

/** Presses 'Accept Quote', after looking at the choices and options, if there are any. */
export async function pressAccept(page: Page): Promise<void> {
  const choose = page.getByRole("button", { name: /^(Choose options|See the choices)$/ });
  const accept = page.getByRole("button", { name: ACCEPT });
  await choose.or(accept).waitFor();
  if (await choose.isVisible()) await choose.click();
  await accept.click();
}

/** Presses 'Accept Quote', types the name, agrees to any terms, and accepts. */
export async function acceptAs(page: Page, name: string): Promise<void> {
  await pressAccept(page);
  const sheet = page.getByRole("dialog", { name: /^Accept (Quote|Variation)/ });
  await sheet.getByLabel("Your name").fill(name);
  const terms = sheet.getByRole("checkbox", { name: "I accept the Terms & Conditions" });
  if (await terms.isVisible()) await terms.check();
  await sheet.getByRole("button", { name: ACCEPT }).click();
  await sheet.waitFor({ state: "detached" });
}

/** Blocks live updates to this page: it learns of others' changes only from its own requests. */
export const blockLiveUpdates = (page: Page) => page.routeWebSocket(/\/ws$/, () => {});

/** The totals in the printable document, by label. */
export async function readPrintedTotals(page: Page): Promise<Record<string, string | undefined>> {
  const totals = page.getByRole("article").locator(".paper-totals");
  const terms = await totals.getByRole("term").allTextContents();
  const amounts = await totals.getByRole("definition").allTextContents();
  expect(amounts).toHaveLength(terms.length);
  return Object.fromEntries(terms.map((term, at) => [term, amounts[at]]));
}

/** The text of the acceptance certificate that the page's link downloads. */
export async function downloadCertificate(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Acceptance certificate" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Certificate Q-\d{4} from .+\.pdf$/);
  return readPdfText(await readFile(await download.path())).join("\n");
}

// Drawing a signature.

/** Draws a few lines with the mouse, or a finger. */
export async function drawSignature(page: Page, sheet: Locator): Promise<void> {
  const pad = sheet.getByRole("img", { name: /^Sign here/ });
  await pad.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await getBox(pad);
  const to = (over: number, down: number) => [x + width * over, y + height * down] as const;
  await page.mouse.move(...to(0.2, 0.6));
  await page.mouse.down();
  await page.mouse.move(...to(0.35, 0.3), { steps: 4 });
  await page.mouse.move(...to(0.5, 0.7), { steps: 4 });
  await page.mouse.move(...to(0.65, 0.35), { steps: 4 });
  await page.mouse.move(...to(0.8, 0.6), { steps: 4 });
  await page.mouse.up();
}

/**
 * Opens the sheet for signing this page's quote on the device, with the customer's name and signature;
 * doesn't accept yet.
 */
export async function fillSignature(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Sign here" }).click();
  const sheet = page.getByRole("dialog", { name: /^Accept / });
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  await drawSignature(page, sheet);
  return sheet;
}

/** The same, accepted and stored on this device. */
export async function signOnDevice(page: Page): Promise<void> {
  const sheet = await fillSignature(page);
  await sheet.getByRole("button", { name: /^Accept (Quote|Variation)$/ }).click();
  const signed = page.getByText(/^Signed on this (phone|computer)$/);
  await signed.first().waitFor({ state: "attached" });
}
