import { expect, it } from "vitest";
import type { PaymentRecord } from "../../api/generated/PaymentRecord";
import type { StoredDocument } from "../types";
import { findSettledAction, isReceiptNext } from "./SettledAction";

const toStored = (doc: object) => doc as StoredDocument;
const payment = (id: string, more: Partial<PaymentRecord>) => ({ id, ...more }) as PaymentRecord;

it("offers to copy a declined document as the same kind", () => {
  const declined = { kind: "quote", status: "declined" };
  expect(findSettledAction(toStored(declined))).toEqual({ type: "copy", label: "Copy as a new quote" });
  const variationOf = { id: "q1" };
  expect(findSettledAction(toStored({ ...declined, variationOf }))).toEqual({
    type: "copy",
    label: "Copy as a new variation",
  });
  // A closed job has no more variations.
  expect(
    findSettledAction(toStored({ ...declined, variationOf: { ...variationOf, closed: "Cancelled." } })),
  ).toEqual({
    type: "copy",
    label: "Copy as a new quote",
  });
  expect(findSettledAction(toStored({ kind: "quote", status: "accepted" }))).toBeNull();
});

it("leads from an accepted variation to its job", () => {
  const variation = {
    kind: "quote",
    status: "accepted",
    variationOf: { id: "q1" },
    allowed: { convert: false },
    payments: [payment("p1", { confirmationStatus: "pending", canDecide: false })],
  };
  const find = (more: object = {}) => findSettledAction(toStored({ ...variation, ...more }));
  expect(find()).toEqual({ type: "open", to: "/quotes/q1", label: "Open the job’s quote", kind: "quote" });
  // Something else comes next.
  expect(find({ status: "sent" })).toBeNull();
  expect(find({ convertedInvoiceId: "i1" })).toBeNull();
  expect(find({ payments: [payment("p1", { confirmationStatus: "pending", canDecide: true })] })).toBeNull();
});

it("offers a receipt for the newest payment without one", () => {
  const to = "jo@bloggs.example";
  const first = payment("p1", { receiptFor: to, receiptTo: null });
  const second = payment("p2", { receiptFor: to, receiptTo: null });
  const third = payment("p3", { receiptFor: to, receiptTo: to });
  const paid = toStored({
    kind: "invoice",
    status: "paid",
    payments: [first, second, third],
    contactId: "c1",
  });
  expect(findSettledAction(paid)).toEqual({ type: "receipt", payment: second });
  expect([first, second, third].map((one) => isReceiptNext(paid, one))).toEqual([false, true, false]);
  const unpaid = toStored({ kind: "invoice", status: "partially_paid", payments: [first] });
  expect(isReceiptNext(unpaid, first)).toBe(false);
  expect(
    findSettledAction(toStored({ kind: "invoice", status: "paid", payments: [third], contactId: "c1" })),
  ).toEqual({
    type: "quote",
    contactId: "c1",
  });
});

it("leads from a credit note back to its invoice once nothing is left to refund", () => {
  const note = { kind: "credit_note", status: "sent", invoiceId: "i1", toGiveBack: "0.00" };
  const open = { type: "open", to: "/invoices/i1", label: "Open the invoice", kind: "invoice" };
  expect(findSettledAction(toStored(note))).toEqual(open);
  expect(findSettledAction(toStored({ ...note, toGiveBack: "4.00" }))).toBeNull();
  expect(findSettledAction(toStored({ ...note, toGiveBack: "4.00", status: "void" }))).toEqual(open);
  expect(findSettledAction(toStored({ ...note, status: "draft" }))).toBeNull();
});

it("leads to the issued credit note of which some is still to be refunded", () => {
  const creditNotes = [
    { id: "c1", number: null },
    { id: "c2", number: "CN-0001" },
  ];
  const credited = { kind: "invoice", status: "credited", payments: [], creditNotes, contactId: "c1" };
  expect(findSettledAction(toStored({ ...credited, toGiveBack: "4.00" }))).toEqual({
    type: "refund",
    to: "/credit-notes/c2",
  });
  expect(findSettledAction(toStored(credited))).toEqual({ type: "quote", contactId: "c1" });
});
