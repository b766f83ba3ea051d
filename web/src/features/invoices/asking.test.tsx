// @vitest-environment window
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { PaymentRecord } from "../../api/generated/PaymentRecord";
import { describeConfirmation } from "../../testing/confirmations";
import { fillField } from "../../testing/each-test";
import { createDraft } from "../../testing/fixtures";
import { mockFault, mockResponse, respondJson } from "../../testing/network";
import { openSignedIn } from "../../testing/open-app";
// A large page, so it is loaded before a test waits for it.
import "./InvoicePage";

const TIMELINE = {
  happened: [],
  openedFirst: null,
  openedLast: null,
  broughtFrom: null,
  madeOf: null,
  emails: [],
};

const ID = createDraft("invoice").id;

const PAYMENT: PaymentRecord = {
  id: "p1",
  amount: "80.00",
  date: "2026-09-01",
  method: "bankTransfer",
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

const INVOICE = {
  ...createDraft("invoice"),
  status: "sent",
  displayStatus: { code: "sent", label: "Sent", tone: "blue" as const },
  invoiceNumber: "I-1",
  dueDate: null,
  paidDate: null,
  sourceQuoteId: null,
  stageOfId: null,
  creditNotes: [],
  toGiveBack: "0.00",
  instalmentsSum: "0.00",
  payments: [PAYMENT],
  allowed: { ...createDraft("invoice").allowed, edit: false, delete: false, void: true },
};

const OF_INVOICE = {
  path: `/invoices/${ID}`,
  besides: () => {
    mockResponse("GET /api/invoices/{id}", INVOICE);
    mockResponse("GET /api/invoices/{id}/timeline", TIMELINE);
    mockResponse("GET /api/invoices/{id}/chasing", {} as never);
    mockResponse("GET /api/income-tax/pot", { percentage: "20" });
    mockResponse("GET /api/invoices/{id}/einvoice/check", {
      wanted: false,
      orderReference: "",
      findings: [],
    });
  },
};

describeConfirmation("voiding an invoice", {
  ...OF_INVOICE,
  presses: [/^More for/, "Void invoice"],
  title: "Void Invoice I-1?",
  confirm: "Void invoice",
  call: "POST /api/invoices/{id}/void",
  answer: {
    ...INVOICE,
    status: "void",
    displayStatus: { code: "void", label: "Void", tone: "grey" },
    payments: [],
  },
  sends: { params: { id: ID } },
  done: { says: "Void" },
});

describeConfirmation("marking a payment as not received", {
  ...OF_INVOICE,
  presses: ["Not received"],
  title: "£80.00 was not received?",
  confirm: "Mark as not received",
  call: "POST /api/invoices/{id}/payments/{pid}/reject",
  answer: { ...INVOICE, payments: [{ ...PAYMENT, canDecide: false, confirmationStatus: "rejected" }] },
  sends: { params: { id: ID, pid: "p1" } },
  done: {},
});

describe("a void invoice", () => {
  const openVoid = (more: object = {}) => {
    OF_INVOICE.besides();
    mockResponse("GET /api/invoices/{id}", {
      ...INVOICE,
      status: "void",
      allowed: { ...INVOICE.allowed, edit: false, send: false, void: false },
      payments: [],
      ...more,
    });
    return openSignedIn(OF_INVOICE.path);
  };

  it("offers to make a replacement", async () => {
    const user = await openVoid();
    const copied = mockFault("POST /api/invoices/{id}/duplicate", respondJson(409, { message: "Not now." }));
    screen.getByText(
      "Make a replacement and send it to the same customer: this invoice’s link will then take them to it.",
    );
    expect(screen.queryByRole("button", { name: "Duplicate" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Make a replacement" }));
    await waitFor(() => expect(copied.map(({ params }) => params.id)).toEqual([ID]));
  });

  it("links to its replacement", async () => {
    await openVoid({ replacedBy: { id: "i3", number: "INV-0003" } });
    const link = await screen.findByRole("link", { name: "Open INV-0003" });
    expect(link.getAttribute("href")).toBe("/invoices/i3");
    expect(screen.queryByRole("button", { name: "Make a replacement" })).toBeNull();
    screen.getByRole("button", { name: "Duplicate" });
  });

  it("links to the job's quote when the invoice was for a stage", async () => {
    await openVoid({ stageOfId: "q1" });
    const link = await screen.findByRole("link", { name: "Open the job’s quote" });
    expect(link.getAttribute("href")).toBe("/quotes/q1");
    expect(screen.queryByRole("button", { name: "Make a replacement" })).toBeNull();
  });
});

it("records a payment with every value that was entered", async () => {
  const sent = mockResponse("POST /api/invoices/{id}/payments", INVOICE as never);
  OF_INVOICE.besides();
  mockResponse("GET /api/invoices/{id}", {
    ...INVOICE,
    allowed: { ...INVOICE.allowed, recordPayment: true },
  });
  const user = await openSignedIn(OF_INVOICE.path);
  await user.click(await screen.findByRole("button", { name: "Record a payment" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Record a payment" }));
  await fillField(user, dialog.getByLabelText("Amount"), "40.50");
  await user.selectOptions(dialog.getByLabelText("How it was paid"), "Cash");
  fireEvent.change(dialog.getByLabelText("Date"), { target: { value: "2026-08-30" } });
  await user.type(dialog.getByLabelText(/^Note/), "By hand");
  await user.click(dialog.getByRole("button", { name: "Record payment" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ amount: "40.50", method: "cash", date: "2026-08-30", notes: "By hand" });
});
