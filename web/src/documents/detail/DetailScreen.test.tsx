// @vitest-environment window
// The actions on a document's page by kind and status, archived or not. Each case lists what the server
// allows, as in core (status/quote, status/invoice, status/credit_note); the rules decide here what the
// customer may do.
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { describe, expect, it } from "vitest";
import type { AllowedActions } from "../../api/generated/AllowedActions";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { Line } from "../../api/generated/Line";
import type { PaymentRecord } from "../../api/generated/PaymentRecord";
import { loadRules } from "../../rules/rules";
import { createDraft, MARGARET } from "../../testing/fixtures";
import { mockFault, mockHeldResponse, mockResponse } from "../../testing/network";
import { renderAlone } from "../../testing/render-alone";
import { NOT_FOUND } from "../../testing/screen-states";
import { KINDS } from "../kind";
import { presentOwnDocument } from "../present";
import { PublicLink } from "../sending/SentNotice";
import type { StoredDocument } from "../types";
import { DetailScreen } from "./DetailScreen";

const rules = await loadRules();
const [PAST, COMING] = ["2020-01-31", "2099-01-31"];

const LINE: Line = {
  id: "0190a000-0000-7000-8000-000000000001",
  name: "Kitchen tap",
  description: "",
  quantity: "1",
  price: "120.00",
  includeLabour: false,
  labourHours: "0",
  labourRate: "0",
  labourUnitType: null,
  vat: null,
  optional: false,
  selected: false,
  choice: null,
  costType: "materials",
  cost: null,
};

/** A payment that a customer has announced. */
const PENDING: PaymentRecord = {
  id: "p1",
  amount: "120.00",
  date: "2026-09-01",
  method: "cash",
  notes: "",
  confirmationStatus: "pending",
  recordedBy: "customer",
  refunded: "0.00",
  dispute: null,
  canDecide: true,
  canRemove: false,
  kept: null,
  refundable: "0.00",
  mayGiveBack: false,
  refund: null,
  byBank: false,
  receiptTo: null,
  receiptFor: null,
  createdAt: 0,
};

interface Standing {
  kind: DocumentKind;
  status: string;
  allowed: (keyof AllowedActions)[];
  more?: Partial<StoredDocument>;
  /** The buttons and links on the page, from top to bottom. */
  page: string[];
  /** The entries of the menu. */
  menu: string[];
  /** Those of both that are hidden once the document is archived. */
  inSightAlone: string[];
}

const WAITS = ["edit", "send", "recordPayment", "credit", "agree"] as const;
const LINK = ["Copy link", "Replace the link"];
const PAPER = ["Download PDF", "Print"];
const OF_ISSUED_QUOTE = ["Save as template", "Compare versions"];
const PAID_HERE = ["QR code to pay", "Agree instalments"];

const STANDINGS: Record<string, Standing> = {
  "a draft quote": {
    kind: "quote",
    status: "draft",
    allowed: ["edit", "send", "delete"],
    page: ["Send quote", "Edit"],
    menu: [...PAPER, "Save as template", "Duplicate", "Archive", "Delete draft"],
    inSightAlone: [],
  },
  "a sent quote": {
    kind: "quote",
    status: "sent",
    allowed: ["edit", "send", "convert", "recordPayment"],
    page: [
      ...["Mark as accepted", "Convert to invoice", "Edit", "Send again", "Sign here", "QR code"],
      ...[...LINK, "Record a payment"],
    ],
    menu: [...PAPER, "Send a reminder", ...OF_ISSUED_QUOTE, "Duplicate", "Archive"],
    inSightAlone: ["Sign here", "QR code", "Mark as accepted", "Send a reminder"],
  },
  "a quote that has expired": {
    kind: "quote",
    status: "sent",
    allowed: ["edit", "recordPayment"],
    more: { expiryDate: PAST },
    page: ["Mark as accepted", "Edit", ...LINK, "Record a payment"],
    menu: [...PAPER, "Send a reminder", ...OF_ISSUED_QUOTE, "Duplicate", "Archive"],
    inSightAlone: ["Mark as accepted", "Send a reminder"],
  },
  "a quote that was accepted": {
    kind: "quote",
    status: "accepted",
    allowed: ["convert", "stage", "vary", "recordPayment"],
    page: ["Convert to invoice", "Duplicate", ...LINK, "Add an extra", "Record a payment"],
    menu: [...PAPER, ...OF_ISSUED_QUOTE, "Archive"],
    inSightAlone: [],
  },
  "a quote that was declined": {
    kind: "quote",
    status: "declined",
    allowed: [],
    page: ["Copy as a new quote", "Print", ...LINK],
    menu: ["Download PDF", ...OF_ISSUED_QUOTE, "Archive"],
    inSightAlone: [],
  },
  "a quote that was invoiced": {
    kind: "quote",
    status: "invoiced",
    allowed: [],
    more: { convertedInvoiceId: "i1" },
    page: ["Open the invoice", "Duplicate", ...LINK],
    menu: [...PAPER, ...OF_ISSUED_QUOTE, "Archive"],
    inSightAlone: [],
  },
  "a draft invoice": {
    kind: "invoice",
    status: "draft",
    allowed: ["edit", "send", "delete", "agree"],
    page: ["Send invoice", "Edit", "Agree instalments"],
    menu: [...PAPER, "Repeat this invoice", "Duplicate", "Archive", "Delete draft"],
    inSightAlone: ["Agree instalments"],
  },
  "an unpaid invoice": {
    kind: "invoice",
    status: "sent",
    allowed: [...WAITS, "void"],
    page: ["Record a payment", "Edit", "Send again", ...LINK, ...PAID_HERE],
    menu: [
      ...[...PAPER, "Send a reminder", "Credit this invoice", "Repeat this invoice"],
      ...["Duplicate", "Archive", "Void invoice"],
    ],
    inSightAlone: ["QR code to pay", "Agree instalments", "Send a reminder", "Credit this invoice"],
  },
  "an overdue invoice": {
    kind: "invoice",
    status: "sent",
    allowed: [...WAITS, "void"],
    more: { dueDate: PAST },
    page: ["Record a payment", "Edit", "Send again", ...LINK, ...PAID_HERE],
    menu: [
      ...[...PAPER, "Send a reminder", "Charge late payment interest", "Credit this invoice"],
      ...["Repeat this invoice", "Duplicate", "Archive", "Void invoice"],
    ],
    inSightAlone: ["QR code to pay", "Agree instalments", "Send a reminder", "Credit this invoice"],
  },
  "an invoice that is paid in part": {
    kind: "invoice",
    status: "partially_paid",
    allowed: [...WAITS],
    page: ["Record a payment", "Edit", "Send again", ...LINK, ...PAID_HERE],
    menu: [
      ...[...PAPER, "Send a reminder", "Credit this invoice", "Repeat this invoice"],
      ...["Duplicate", "Archive"],
    ],
    inSightAlone: ["QR code to pay", "Agree instalments", "Send a reminder", "Credit this invoice"],
  },
  "an invoice that is paid": {
    kind: "invoice",
    status: "paid",
    allowed: ["send", "credit"],
    page: ["New quote for this customer", "Send again", ...LINK],
    menu: [...PAPER, "Credit this invoice", "Repeat this invoice", "Duplicate", "Archive"],
    inSightAlone: ["Credit this invoice"],
  },
  "an invoice that is credited": {
    kind: "invoice",
    status: "credited",
    allowed: ["send"],
    page: ["New quote for this customer", "Send again", ...LINK],
    menu: [...PAPER, "Repeat this invoice", "Duplicate", "Archive"],
    inSightAlone: [],
  },
  "a void invoice": {
    kind: "invoice",
    status: "void",
    allowed: [],
    page: ["Make a replacement", "Print"],
    menu: ["Download PDF", "Repeat this invoice", "Archive"],
    inSightAlone: [],
  },
  "a void invoice that was replaced": {
    kind: "invoice",
    status: "void",
    allowed: [],
    page: ["Open INV-0003", "Duplicate"],
    menu: [...PAPER, "Repeat this invoice", "Archive"],
    inSightAlone: [],
    more: { replacedBy: { id: "i3", number: "INV-0003" } },
  },
  "a draft credit note": {
    kind: "credit_note",
    status: "draft",
    allowed: ["edit", "send", "delete"],
    page: ["Send credit note", "Edit notes"],
    menu: [...PAPER, "Archive", "Delete draft"],
    inSightAlone: [],
  },
  "a credit note": {
    kind: "credit_note",
    status: "sent",
    allowed: ["edit", "send", "void"],
    more: { invoiceId: "i1", creditedInvoiceNumber: "INV-0003" },
    page: ["for INV-0003", "Open the invoice", "Edit notes", "Send again", ...LINK],
    // The server refuses the reminder: see below.
    menu: [...PAPER, "Archive", "Void credit note"],
    inSightAlone: [],
  },
  "a void credit note": {
    kind: "credit_note",
    status: "void",
    allowed: [],
    page: ["Print"],
    menu: ["Download PDF", "Archive"],
    inSightAlone: [],
  },
};

function documentOf({ kind, status, allowed, more }: Standing, archived: boolean): StoredDocument {
  const draft = createDraft(kind);
  const { numberField, endDateField } = KINDS[kind];
  const isIssued = status !== "draft";
  const nothing = Object.fromEntries(Object.keys(draft.allowed).map((deed) => [deed, false]));
  const sum = {
    subtotalAmount: "120.00",
    totalAmount: "120.00",
    amountPayable: "120.00",
    balanceDue: "120.00",
  };
  return {
    ...draft,
    status,
    archived,
    allowed: { ...draft.allowed, ...nothing, ...Object.fromEntries(allowed.map((deed) => [deed, true])) },
    contact: MARGARET,
    contactId: MARGARET.id,
    businessProfile: { ...draft.businessProfile, accepts_cash: true },
    items: [LINE],
    totals: { ...draft.totals, ...sum },
    issueDate: "2026-09-01",
    [numberField]: isIssued ? "PL-0001" : null,
    ...(endDateField && { [endDateField]: COMING }),
    publicToken: isIssued ? "secret" : null,
    publicUrl: isIssued ? "https://pipe.example/d/secret" : null,
    toGiveBack: "0.00",
    instalmentsSum: "0.00",
    creditNotes: [],
    ...more,
  };
}

const nameOf = (one: Element) => one.getAttribute("aria-label") ?? one.textContent ?? "";
/**
 * The link back, the customer, the opened menu, and parts with tests of their own: the tax pot and the
 * history.
 */
const BESIDE =
  /^(Quotes|Invoices|Credit notes|Margaret Holroyd|More for .*|Tax pot .*|Change the tax pot|Turned into an invoice|Created for INV-0003)$/;

/** Renders a document's page without the parts that have tests of their own. */
/** Renders the page, whose presentation comes when `release` is called. */
async function open(kind: DocumentKind, doc: StoredDocument): Promise<{ release: () => void }> {
  const api = KINDS[kind].api as "/api/quotes";
  const shown = presentOwnDocument(
    rules,
    doc,
    { contact: doc.contact, profile: doc.businessProfile },
    "2026-09-02",
  );
  mockResponse(`GET ${api}/{id}`, doc as never);
  const { release } = mockHeldResponse(`GET ${api}/{id}/presentation`, shown as never);
  mockResponse(`GET ${api}/{id}/timeline`, {
    ...{ happened: [], openedFirst: null, openedLast: null },
    ...{ broughtFrom: null, madeOf: null, emails: [] },
  });
  mockResponse("GET /api/income-tax/pot", { percentage: "20" });
  // Cards with tests of their own.
  for (const card of ["chasing", "cancellation", "stages"] as const)
    mockFault(`GET ${api}/{id}/${card}`, NOT_FOUND);
  mockFault("GET /api/invoices/{id}/einvoice/check", NOT_FOUND);
  mockFault("GET /api/credit-notes/{id}/einvoice/check", NOT_FOUND);
  mockFault("GET /api/quotes/public/{token}", NOT_FOUND);
  await renderAlone(
    <Routes>
      <Route path="/:id" element={<DetailScreen kind={kind} />} />
    </Routes>,
    `/${doc.id}`,
  );
  await screen.findByRole("heading", { level: 1 });
  return { release };
}

async function show(kind: DocumentKind, doc: StoredDocument): Promise<void> {
  const { release } = await open(kind, doc);
  release();
  await waitFor(() => expect(screen.queryAllByRole("status", { name: "Loading" })).toEqual([]));
}

/** Renders the page; returns its actions from top to bottom, and the entries of its menu. */
async function offered(standing: Standing, archived: boolean): Promise<{ page: string[]; menu: string[] }> {
  await show(standing.kind, documentOf(standing, archived));
  const pressed = [...document.querySelectorAll("button, a")];
  const page = pressed.map(nameOf).filter((name) => !BESIDE.test(name));
  const more = pressed.find((one) => nameOf(one).startsWith("More for ")) as Element;
  fireEvent.keyDown(more, { key: "Enter" });
  await screen.findByRole("menu");
  const menu = [...document.querySelectorAll("[role=menuitem]")].map(nameOf);
  cleanup();
  return { page, menu };
}

describe("a document's page", () => {
  it.each(Object.entries(STANDINGS))("offers the allowed actions for %s", async (_, standing) => {
    const { page, menu, inSightAlone } = standing;
    expect(await offered(standing, false)).toEqual({ page, menu });
    const stays = (names: string[]) => names.filter((name) => !inSightAlone.includes(name));
    expect(await offered(standing, true)).toEqual({
      page: stays(page),
      menu: stays(menu).map((name) => (name === "Archive" ? "Restore" : name)),
    });
  });
});

/** An accepted quote whose deposit is due. */
function createQuoteWithDeposit(): StoredDocument {
  const doc = documentOf(STANDINGS["a quote that was accepted"] as Standing, false);
  const totals = { ...doc.totals, depositAmount: "30.00" };
  const deposit = { includeDeposit: true, deposit: "25", depositType: "percentage", totals };
  return { ...doc, ...deposit } as StoredDocument;
}

const main = () => [...document.querySelectorAll("[data-main-action]")].map((one) => one.textContent);

it("has its main action before the presentation has loaded", async () => {
  const doc = { ...createQuoteWithDeposit(), publicToken: "secret" };
  const { release } = await open("quote", doc);
  screen.getAllByRole("status", { name: "Loading" });
  const { className } = await screen.findByRole("button", { name: "Convert to invoice" });
  expect(main()).toEqual(["Record a payment"]);
  release();
  await waitFor(() => expect(screen.queryAllByRole("status", { name: "Loading" })).toEqual([]));
  expect(main()).toEqual(["Record a payment"]);
  expect(screen.getByRole("button", { name: "Convert to invoice" }).className).toBe(className);
});

it("asks for the deposit before it offers the invoice", async () => {
  await show("quote", createQuoteWithDeposit());
  await waitFor(() => expect(main()).toEqual(["Record a payment"]));
  screen.getByRole("button", { name: "Convert to invoice" });
  screen.getByRole("button", { name: "QR code to pay" });
});

it("offers to email a receipt for a payment, once", async () => {
  const standing = STANDINGS["an invoice that is paid"] as Standing;
  const paid = { ...PENDING, confirmationStatus: "confirmed", canDecide: false } as const;
  const payment = { ...paid, receiptFor: "margaret@example.com" };
  await show("invoice", { ...documentOf(standing, false), payments: [payment] });
  const receipt = "Email a receipt for £120.00 to margaret@example.com";
  const button = screen.getByRole("button", { name: receipt });
  expect(button.closest("[data-main-action]")).not.toBeNull();
  const sent = mockResponse("POST /api/invoices/{id}/payments/{pid}/receipt", {
    ...documentOf(standing, false),
    payments: [{ ...payment, receiptFor: null, receiptTo: "margaret@example.com" }],
  } as never);
  fireEvent.click(button);
  await screen.findByRole("link", { name: "New quote for this customer" });
  screen.getByText("Receipt by email to margaret@example.com");
  expect(sent.map(({ params }) => params.pid)).toEqual(["p1"]);
});

it("leads from a credited invoice to the refund that is still due", async () => {
  const standing = STANDINGS["an invoice that is credited"] as Standing;
  const creditNotes = [{ id: "c1", number: "CN-0001", amount: "20.00", refunded: "0.00" }] as never;
  await show("invoice", { ...documentOf(standing, false), toGiveBack: "20.00", creditNotes });
  const link = screen.getByRole("link", { name: "Refund the difference" });
  expect(link.getAttribute("href")).toBe("/credit-notes/c1");
});

it("copies the bare link of a document", async () => {
  const url = "https://pipe.example/i/secret";
  const user = await renderAlone(<PublicLink kindInfo={KINDS.invoice} url={url} />);
  await user.click(screen.getByRole("button", { name: "Copy link" }));
  await screen.findByRole("button", { name: "Copied" });
  expect(await navigator.clipboard.readText()).toBe(url);
});

it("says nothing about saving as long as the server has everything", async () => {
  await show("invoice", documentOf(STANDINGS["an unpaid invoice"] as Standing, false));
  expect(screen.queryByText("Saved")).toBeNull();
});

it("links to the customer, and calls them if there is a number", async () => {
  const standing = STANDINGS["an unpaid invoice"] as Standing;
  const contact = { ...MARGARET, phone: "+44 (0)113 496 0000" };
  await show("invoice", { ...documentOf(standing, false), contact });
  const customer = screen.getByRole("link", { name: MARGARET.name });
  expect(customer.getAttribute("href")).toBe(`/contacts/${MARGARET.id}`);
  const call = screen.getByRole("link", { name: `Call ${MARGARET.name}` });
  expect(call.getAttribute("href")).toBe("tel:+441134960000");
});

it("puts confirming a pending payment before every other action", async () => {
  const standing = STANDINGS["an unpaid invoice"] as Standing;
  await show("invoice", { ...documentOf(standing, false), payments: [PENDING] });
  const names = screen.getAllByRole("button").map(nameOf);
  expect(names.indexOf("Confirm payment")).toBeLessThan(names.indexOf("Send again"));
  // Fixed at the bottom of a phone, and only one even if there are several payments.
  const main = () => [...document.querySelectorAll("[data-main-action]")].map((one) => one.textContent);
  expect(main()).toEqual(["Confirm payment"]);
  cleanup();
  const payments = [PENDING, { ...PENDING, id: "p2" }];
  await show("invoice", { ...documentOf(standing, false), payments });
  expect(screen.getAllByRole("button", { name: "Confirm payment" })).toHaveLength(2);
  expect(main()).toEqual(["Confirm payment"]);
  cleanup();
  // A draft with the payment made for its quote, or a paid invoice, still has its own main action.
  const draft = documentOf(STANDINGS["a draft invoice"] as Standing, false);
  await show("invoice", { ...draft, payments });
  expect(main()).toEqual(["Send invoice"]);
  cleanup();
  const paid = documentOf(STANDINGS["an invoice that is paid"] as Standing, false);
  await show("invoice", { ...paid, payments });
  expect(main()).toEqual(["New quote for this customer"]);
});
