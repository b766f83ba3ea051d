// @vitest-environment window

import {
  CREDIT_NOTE_QUERIES,
  DASHBOARD_QUERIES,
  defineMutation,
  describeMutations,
  IDS,
  INVOICE_QUERIES,
  QUOTE_QUERIES,
} from "../../testing/cached-queries";
import { createDraft } from "../../testing/fixtures";
import { useRecordCancellation, useSaveSettlement } from "../cancellation/queries";
import { useRecordPassedOn, useRetryReminder, useToggleReminders } from "../chasing/queries";
import { useAgreeInstalments, useRemoveInstalments } from "../instalments/mutations";
import {
  useConvertQuote,
  useCreateStageInvoice,
  useDeleteDraft,
  useDuplicateDocument,
  useRevokeLink,
  useSendDocument,
  useSignQuote,
  useVoidDocument,
} from "../mutations";
import {
  useConfirmPayment,
  useEmailReceipt,
  useRecordCancellationRefund,
  useRecordPayment,
  useRefundPayment,
  useRejectPayment,
  useRemovePayment,
} from "../payments";
import {
  useCreateCreditNote,
  useRecordRefund,
  useRemoveRefund,
  useUpdateCreditNoteTexts,
} from "./credits/mutations";

const { quote, invoice, creditNote } = IDS;

const QUOTE = { ...createDraft("quote"), id: quote };
const INVOICE = { ...createDraft("invoice"), id: invoice };
/** An invoice for a part of the quote. */
const PART = { ...INVOICE, stageOfId: quote };
/** Made from the quote, whose deposit is on both. */
const MADE = { ...INVOICE, sourceQuoteId: quote };
const NOTE = { ...createDraft("credit_note"), id: creditNote, invoiceId: invoice };

/** The queries that show a quote, apart from the quote itself. */
const OF_QUOTE = ["the quote's history", "the quote's reminders", "the quotes", "how many quotes"] as const;
/** The quote, its history and the lists of quotes. */
const OF_JOB = ["the quote", ...OF_QUOTE] as const;
const OF_INVOICE = ["the invoice's history", "the invoices", "how many invoices"] as const;
const OF_NOTE = ["the credit note's history", "the credit notes"] as const;

const lists = (of: readonly string[]) => of.filter((name) => name !== "the quote's reminders") as never[];
const QUOTE_ANEW = [...lists(OF_QUOTE), ...DASHBOARD_QUERIES];
const INVOICE_ANEW = [...OF_INVOICE, ...DASHBOARD_QUERIES];
const NOTE_ANEW = [...OF_NOTE, ...DASHBOARD_QUERIES];

const PAYMENT = {
  id: "p1",
  amount: "10.00",
  date: "2026-09-01",
  method: "cash",
  notes: "",
} as never;

describeMutations("a document", {
  "a quote is sent": defineMutation({
    call: "POST /api/quotes/{id}/send",
    answer: QUOTE,
    hook: () => useSendDocument("quote", quote),
    variables: {} as never,
    updated: ["the quote"],
    refetched: QUOTE_ANEW,
  }),
  "a stage invoice is sent": defineMutation({
    call: "POST /api/invoices/{id}/send",
    answer: PART,
    hook: () => useSendDocument("invoice", invoice),
    variables: {} as never,
    updated: ["the invoice"],
    refetched: [...INVOICE_ANEW, ...OF_JOB],
  }),
  "a credit note is sent": defineMutation({
    call: "POST /api/credit-notes/{id}/send",
    answer: NOTE,
    hook: () => useSendDocument("credit_note", creditNote),
    variables: {} as never,
    updated: ["the credit note"],
    refetched: [...NOTE_ANEW, ...INVOICE_QUERIES],
  }),
  "a customer signs": defineMutation({
    call: "POST /api/quotes/{id}/accept",
    answer: QUOTE,
    hook: () => useSignQuote(quote),
    variables: {} as never,
    updated: ["the quote"],
    refetched: QUOTE_ANEW,
    // Something else happened first, and the screen displays that.
    refused: { refetched: ["the quote", "the quote's history", "the quote's reminders"] },
  }),
  "a variation is signed": defineMutation({
    call: "POST /api/quotes/{id}/accept",
    answer: {
      ...QUOTE,
      variationOf: { id: IDS.other, quoteNumber: "PL-1", agreed: "1.00", withThis: "2.00" },
    },
    hook: () => useSignQuote(quote),
    variables: {} as never,
    updated: ["the quote"],
    refetched: [...QUOTE_ANEW, "another quote"],
    refused: { refetched: ["the quote", "the quote's history", "the quote's reminders"] },
  }),
  "an invoice is duplicated": defineMutation({
    call: "POST /api/invoices/{id}/duplicate",
    answer: INVOICE,
    hook: () => useDuplicateDocument("invoice"),
    variables: IDS.other,
    updated: ["the invoice"],
    refetched: INVOICE_ANEW,
  }),
  "a quote is converted to an invoice": defineMutation({
    call: "POST /api/quotes/{id}/convert",
    answer: MADE,
    hook: () => useConvertQuote(quote),
    variables: undefined,
    updated: ["the invoice"],
    refetched: [...INVOICE_ANEW, ...QUOTE_QUERIES],
  }),
  "a stage of a quote is invoiced": defineMutation({
    call: "POST /api/quotes/{id}/stages",
    answer: PART,
    hook: () => useCreateStageInvoice(quote),
    variables: {} as never,
    updated: ["the invoice"],
    refetched: [...INVOICE_ANEW, ...QUOTE_QUERIES],
  }),
  "a stage invoice is voided": defineMutation({
    call: "POST /api/invoices/{id}/void",
    answer: PART,
    hook: () => useVoidDocument("invoice", invoice),
    variables: undefined,
    updated: ["the invoice"],
    refetched: [...INVOICE_ANEW, ...OF_JOB],
  }),
  "a credit note is voided": defineMutation({
    call: "POST /api/credit-notes/{id}/void",
    answer: NOTE,
    hook: () => useVoidDocument("credit_note", creditNote),
    variables: undefined,
    updated: ["the credit note"],
    refetched: [...NOTE_ANEW, ...INVOICE_QUERIES],
  }),
  "a link is replaced": defineMutation({
    call: "POST /api/quotes/{id}/revoke-link",
    answer: QUOTE,
    hook: () => useRevokeLink("quote", quote),
    variables: undefined as never,
    updated: ["the quote"],
    refetched: QUOTE_ANEW,
  }),
  "a draft quote is deleted": defineMutation({
    call: "DELETE /api/quotes/{id}",
    hook: () => useDeleteDraft("quote"),
    variables: quote,
    removed: ["the quote", "the quote's history", "the quote's reminders"],
    refetched: [...QUOTE_QUERIES.filter((name) => !/^the quote('|$)/.test(name)), ...DASHBOARD_QUERIES],
  }),
  "a draft invoice is deleted": defineMutation({
    call: "DELETE /api/invoices/{id}",
    hook: () => useDeleteDraft("invoice"),
    variables: invoice,
    removed: ["the invoice", "the invoice's history"],
    // The part of the job that it invoiced is open again.
    refetched: ["the invoices", "how many invoices", ...QUOTE_QUERIES, ...DASHBOARD_QUERIES],
  }),
  "a draft credit note is deleted": defineMutation({
    call: "DELETE /api/credit-notes/{id}",
    hook: () => useDeleteDraft("credit_note"),
    variables: creditNote,
    removed: ["the credit note", "the credit note's history"],
    refetched: [
      ...CREDIT_NOTE_QUERIES.filter((name) => name === "the credit notes"),
      ...INVOICE_QUERIES,
      ...DASHBOARD_QUERIES,
    ],
  }),
});

describeMutations("a payment", {
  "one is recorded for an invoice": defineMutation({
    call: "POST /api/invoices/{id}/payments",
    answer: INVOICE,
    hook: () => useRecordPayment("invoice", invoice),
    variables: PAYMENT,
    updated: ["the invoice"],
    refetched: INVOICE_ANEW,
  }),
  "a deposit is recorded for a converted quote": defineMutation({
    call: "POST /api/quotes/{id}/payments",
    answer: { ...QUOTE, convertedInvoiceId: invoice },
    hook: () => useRecordPayment("quote", quote),
    variables: PAYMENT,
    updated: ["the quote"],
    refetched: [...QUOTE_ANEW, "the invoice", ...OF_INVOICE],
  }),
  "one is recorded for a stage invoice": defineMutation({
    call: "POST /api/invoices/{id}/payments",
    answer: PART,
    hook: () => useRecordPayment("invoice", invoice),
    variables: PAYMENT,
    updated: ["the invoice"],
    refetched: [...INVOICE_ANEW, ...OF_JOB],
  }),
  "its receipt is emailed": defineMutation({
    call: "POST /api/invoices/{id}/payments/{pid}/receipt",
    answer: INVOICE,
    hook: () => useEmailReceipt("invoice", invoice),
    variables: "p1",
    updated: ["the invoice"],
    refetched: INVOICE_ANEW,
  }),
  "one is refunded": defineMutation({
    call: "POST /api/invoices/{id}/payments/{pid}/refund",
    answer: MADE,
    hook: () => useRefundPayment("invoice", invoice),
    variables: { paymentId: "p1", amount: "1.00" },
    updated: ["the invoice"],
    refetched: [...INVOICE_ANEW, ...OF_JOB],
  }),
  "a refund after a cancellation is recorded": defineMutation({
    call: "POST /api/quotes/{id}/payments/{pid}/given-back",
    answer: QUOTE,
    hook: () => useRecordCancellationRefund(quote),
    variables: { paymentId: "p1", amount: "1.00" },
    updated: ["the quote"],
    refetched: QUOTE_ANEW,
  }),
  "one is confirmed": defineMutation({
    call: "POST /api/invoices/{id}/payments/{pid}/confirm",
    answer: MADE,
    hook: () => useConfirmPayment("invoice", invoice),
    variables: "p1",
    updated: ["the invoice"],
    refetched: [...INVOICE_ANEW, ...OF_JOB],
  }),
  "one is marked as not received": defineMutation({
    call: "POST /api/invoices/{id}/payments/{pid}/reject",
    answer: MADE,
    hook: () => useRejectPayment("invoice", invoice),
    variables: "p1",
    updated: ["the invoice"],
    refetched: [...INVOICE_ANEW, ...OF_JOB],
  }),
  "one is removed": defineMutation({
    call: "POST /api/invoices/{id}/payments/{pid}/remove",
    answer: MADE,
    hook: () => useRemovePayment("invoice", invoice),
    variables: { paymentId: "p1", reason: "" },
    updated: ["the invoice"],
    refetched: [...INVOICE_ANEW, ...OF_JOB],
  }),
});

describeMutations("credit notes and refunds", {
  "a credit note is created": defineMutation({
    call: "POST /api/invoices/{id}/credit-notes",
    answer: NOTE,
    hook: () => useCreateCreditNote(invoice),
    variables: {} as never,
    updated: ["the credit note"],
    refetched: [...NOTE_ANEW, ...INVOICE_QUERIES],
  }),
  "a refund is recorded": defineMutation({
    call: "POST /api/credit-notes/{id}/refunds",
    answer: NOTE,
    hook: () => useRecordRefund(creditNote),
    variables: PAYMENT,
    updated: ["the credit note"],
    refetched: [...NOTE_ANEW, ...INVOICE_QUERIES],
  }),
  "a recorded refund is removed": defineMutation({
    call: "POST /api/credit-notes/{id}/refunds/{pid}/remove",
    answer: NOTE,
    hook: () => useRemoveRefund(creditNote),
    variables: { refundId: "r1", reason: "" },
    updated: ["the credit note"],
    refetched: [...NOTE_ANEW, ...INVOICE_QUERIES],
  }),
  "the texts of a credit note are changed": defineMutation({
    call: "PATCH /api/credit-notes/{id}",
    answer: NOTE,
    hook: () => useUpdateCreditNoteTexts(NOTE),
    variables: { reason: "Wrong tap", notes: "" },
    updated: ["the credit note"],
    refetched: ["the credit note", ...NOTE_ANEW],
  }),
});

describeMutations("instalments, cancellation and reminders", {
  "instalments are agreed": defineMutation({
    call: "PUT /api/invoices/{id}/instalments",
    answer: INVOICE,
    hook: () => useAgreeInstalments(INVOICE),
    variables: [],
    updated: ["the invoice"],
    refetched: INVOICE_ANEW,
    refused: { refetched: INVOICE_QUERIES },
  }),
  "instalments are removed": defineMutation({
    call: "PUT /api/invoices/{id}/instalments",
    answer: INVOICE,
    hook: () => useRemoveInstalments(INVOICE),
    variables: undefined,
    updated: ["the invoice"],
    refetched: INVOICE_ANEW,
  }),
  "a customer's cancellation is recorded": defineMutation({
    call: "POST /api/quotes/{id}/cancellation",
    answer: { saidOn: "2026-09-01" },
    hook: () => useRecordCancellation(quote),
    variables: "2026-09-01",
    refetched: QUOTE_QUERIES,
    refused: { refetched: QUOTE_QUERIES },
  }),
  "the share of the work done is saved": defineMutation({
    call: "PUT /api/quotes/{id}/cancellation",
    answer: { saidOn: "2026-09-01" },
    hook: () => useSaveSettlement(quote),
    variables: {} as never,
    refetched: QUOTE_QUERIES,
    refused: { refetched: QUOTE_QUERIES },
  }),
  "its reminders are turned off": defineMutation({
    call: "PUT /api/quotes/{id}/chasing",
    answer: { off: true },
    hook: () => useToggleReminders("quote", quote),
    variables: true,
    updated: ["the quote's reminders"],
    refetched: ["the quote's history"],
  }),
  "a failed reminder is sent again": defineMutation({
    call: "POST /api/quotes/{id}/chasing/again",
    answer: { off: false },
    hook: () => useRetryReminder("quote", quote),
    variables: undefined as never,
    updated: ["the quote's reminders"],
    refetched: ["the quote's history"],
  }),
  "a reminder sent by phone is recorded": defineMutation({
    call: "POST /api/quotes/{id}/chasing/told",
    answer: { off: false },
    hook: () => useRecordPassedOn("quote", quote),
    variables: "phone" as never,
    updated: ["the quote's reminders"],
    refetched: ["the quote's history"],
  }),
});
