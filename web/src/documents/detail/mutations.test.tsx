// @vitest-environment happy-dom
import { draftOf } from "../../testing/records";
import {
  CREDIT_NOTES,
  describeWrites,
  FIGURES,
  INVOICES,
  ON_SHELF,
  QUOTES,
  writing,
} from "../../testing/shelf";
import { useNoteCancellation, useSettleCancellation } from "../cancelling/queries";
import { useChaseAgain, useChaseSwitch, useTold } from "../chasing/queries";
import { useAgree, useTakeAway } from "../instalments/mutations";
import {
  useConvert,
  useDeleteDraft,
  useDuplicate,
  useRevokeLink,
  useSend,
  useSign,
  useStage,
  useVoid,
} from "../mutations";
import {
  useConfirmPayment,
  useEmailReceipt,
  useGiveBack,
  useRecordPayment,
  useRefundPayment,
  useRejectPayment,
  useRemovePayment,
} from "../payments";
import { useCredit, useNoteRefund, useRemoveRefund, useReword } from "./credits/mutations";

const { quote, invoice, creditNote } = ON_SHELF;

const QUOTE = { ...draftOf("quote"), id: quote };
const INVOICE = { ...draftOf("invoice"), id: invoice };
/** Of a part of the quote. */
const PART = { ...INVOICE, stageOfId: quote };
/** Made from the quote, whose deposit stands on both. */
const MADE = { ...INVOICE, sourceQuoteId: quote };
const NOTE = { ...draftOf("credit_note"), id: creditNote, invoiceId: invoice };

/** What shows a document, once it was read anew itself. */
const OF_QUOTE = ["the quote's history", "the quote's reminders", "the quotes", "how many quotes"] as const;
/** Its history lies below the quote, and its lists beside it. */
const OF_JOB = ["the quote", ...OF_QUOTE] as const;
const OF_INVOICE = ["the invoice's history", "the invoices", "how many invoices"] as const;
const OF_NOTE = ["the credit note's history", "the credit notes"] as const;

const lists = (of: readonly string[]) => of.filter((name) => name !== "the quote's reminders") as never[];
const QUOTE_ANEW = [...lists(OF_QUOTE), ...FIGURES];
const INVOICE_ANEW = [...OF_INVOICE, ...FIGURES];
const NOTE_ANEW = [...OF_NOTE, ...FIGURES];

const PAYMENT = {
  id: "p1",
  amount: "10.00",
  date: "2026-09-01",
  method: "cash",
  notes: "",
} as never;

describeWrites("a document", {
  "a quote is sent": writing({
    call: "POST /api/quotes/{id}/send",
    answer: QUOTE,
    by: () => useSend("quote", quote),
    with: {} as never,
    holds: ["the quote"],
    again: QUOTE_ANEW,
  }),
  "an invoice for a part is sent": writing({
    call: "POST /api/invoices/{id}/send",
    answer: PART,
    by: () => useSend("invoice", invoice),
    with: {} as never,
    holds: ["the invoice"],
    again: [...INVOICE_ANEW, ...OF_JOB],
  }),
  "a credit note is sent": writing({
    call: "POST /api/credit-notes/{id}/send",
    answer: NOTE,
    by: () => useSend("credit_note", creditNote),
    with: {} as never,
    holds: ["the credit note"],
    again: [...NOTE_ANEW, ...INVOICES],
  }),
  "a customer signs": writing({
    call: "POST /api/quotes/{id}/accept",
    answer: QUOTE,
    by: () => useSign(quote),
    with: {} as never,
    holds: ["the quote"],
    again: QUOTE_ANEW,
    // Whoever was first, that is what shows.
    refused: { again: ["the quote", "the quote's history", "the quote's reminders"] },
  }),
  "a variation is signed": writing({
    call: "POST /api/quotes/{id}/accept",
    answer: {
      ...QUOTE,
      variationOf: { id: ON_SHELF.other, quoteNumber: "PL-1", agreed: "1.00", withThis: "2.00" },
    },
    by: () => useSign(quote),
    with: {} as never,
    holds: ["the quote"],
    again: [...QUOTE_ANEW, "another quote"],
    refused: { again: ["the quote", "the quote's history", "the quote's reminders"] },
  }),
  "an invoice is duplicated": writing({
    call: "POST /api/invoices/{id}/duplicate",
    answer: INVOICE,
    by: () => useDuplicate("invoice"),
    with: ON_SHELF.other,
    holds: ["the invoice"],
    again: INVOICE_ANEW,
  }),
  "a quote is made an invoice": writing({
    call: "POST /api/quotes/{id}/convert",
    answer: MADE,
    by: () => useConvert(quote),
    with: undefined,
    holds: ["the invoice"],
    again: [...INVOICE_ANEW, ...QUOTES],
  }),
  "a part of a quote is invoiced": writing({
    call: "POST /api/quotes/{id}/stages",
    answer: PART,
    by: () => useStage(quote),
    with: {} as never,
    holds: ["the invoice"],
    again: [...INVOICE_ANEW, ...QUOTES],
  }),
  "an invoice for a part is voided": writing({
    call: "POST /api/invoices/{id}/void",
    answer: PART,
    by: () => useVoid("invoice", invoice),
    with: undefined,
    holds: ["the invoice"],
    again: [...INVOICE_ANEW, ...OF_JOB],
  }),
  "a credit note is voided": writing({
    call: "POST /api/credit-notes/{id}/void",
    answer: NOTE,
    by: () => useVoid("credit_note", creditNote),
    with: undefined,
    holds: ["the credit note"],
    again: [...NOTE_ANEW, ...INVOICES],
  }),
  "a link is replaced": writing({
    call: "POST /api/quotes/{id}/revoke-link",
    answer: QUOTE,
    by: () => useRevokeLink("quote", quote),
    with: undefined as never,
    holds: ["the quote"],
    again: QUOTE_ANEW,
  }),
  "a draft quote is deleted": writing({
    call: "DELETE /api/quotes/{id}",
    by: () => useDeleteDraft("quote"),
    with: quote,
    gone: ["the quote", "the quote's history", "the quote's reminders"],
    again: [...QUOTES.filter((name) => !/^the quote('|$)/.test(name)), ...FIGURES],
  }),
  "a draft invoice is deleted": writing({
    call: "DELETE /api/invoices/{id}",
    by: () => useDeleteDraft("invoice"),
    with: invoice,
    gone: ["the invoice", "the invoice's history"],
    // What it asked for of a job is open again.
    again: ["the invoices", "how many invoices", ...QUOTES, ...FIGURES],
  }),
  "a draft credit note is deleted": writing({
    call: "DELETE /api/credit-notes/{id}",
    by: () => useDeleteDraft("credit_note"),
    with: creditNote,
    gone: ["the credit note", "the credit note's history"],
    again: [...CREDIT_NOTES.filter((name) => name === "the credit notes"), ...INVOICES, ...FIGURES],
  }),
});

describeWrites("a payment", {
  "one is recorded of an invoice": writing({
    call: "POST /api/invoices/{id}/payments",
    answer: INVOICE,
    by: () => useRecordPayment("invoice", invoice),
    with: PAYMENT,
    holds: ["the invoice"],
    again: INVOICE_ANEW,
  }),
  "a deposit is recorded of what was made an invoice": writing({
    call: "POST /api/quotes/{id}/payments",
    answer: { ...QUOTE, convertedInvoiceId: invoice },
    by: () => useRecordPayment("quote", quote),
    with: PAYMENT,
    holds: ["the quote"],
    again: [...QUOTE_ANEW, "the invoice", ...OF_INVOICE],
  }),
  "one is recorded of a part": writing({
    call: "POST /api/invoices/{id}/payments",
    answer: PART,
    by: () => useRecordPayment("invoice", invoice),
    with: PAYMENT,
    holds: ["the invoice"],
    again: [...INVOICE_ANEW, ...OF_JOB],
  }),
  "its receipt is mailed": writing({
    call: "POST /api/invoices/{id}/payments/{pid}/receipt",
    answer: INVOICE,
    by: () => useEmailReceipt("invoice", invoice),
    with: "p1",
    holds: ["the invoice"],
    again: INVOICE_ANEW,
  }),
  "one is refunded": writing({
    call: "POST /api/invoices/{id}/payments/{pid}/refund",
    answer: MADE,
    by: () => useRefundPayment("invoice", invoice),
    with: { paymentId: "p1", amount: "1.00" },
    holds: ["the invoice"],
    again: [...INVOICE_ANEW, ...OF_JOB],
  }),
  "one is given back": writing({
    call: "POST /api/quotes/{id}/payments/{pid}/given-back",
    answer: QUOTE,
    by: () => useGiveBack(quote),
    with: { paymentId: "p1", amount: "1.00" },
    holds: ["the quote"],
    again: QUOTE_ANEW,
  }),
  "one is confirmed": writing({
    call: "POST /api/invoices/{id}/payments/{pid}/confirm",
    answer: MADE,
    by: () => useConfirmPayment("invoice", invoice),
    with: "p1",
    holds: ["the invoice"],
    again: [...INVOICE_ANEW, ...OF_JOB],
  }),
  "one did not come": writing({
    call: "POST /api/invoices/{id}/payments/{pid}/reject",
    answer: MADE,
    by: () => useRejectPayment("invoice", invoice),
    with: "p1",
    holds: ["the invoice"],
    again: [...INVOICE_ANEW, ...OF_JOB],
  }),
  "one is removed": writing({
    call: "POST /api/invoices/{id}/payments/{pid}/remove",
    answer: MADE,
    by: () => useRemovePayment("invoice", invoice),
    with: { paymentId: "p1", reason: "" },
    holds: ["the invoice"],
    again: [...INVOICE_ANEW, ...OF_JOB],
  }),
});

describeWrites("what is credited", {
  "a credit note is made": writing({
    call: "POST /api/invoices/{id}/credit-notes",
    answer: NOTE,
    by: () => useCredit(invoice),
    with: {} as never,
    holds: ["the credit note"],
    again: [...NOTE_ANEW, ...INVOICES],
  }),
  "it is noted what was given back": writing({
    call: "POST /api/credit-notes/{id}/refunds",
    answer: NOTE,
    by: () => useNoteRefund(creditNote),
    with: PAYMENT,
    holds: ["the credit note"],
    again: [...NOTE_ANEW, ...INVOICES],
  }),
  "that is taken back": writing({
    call: "POST /api/credit-notes/{id}/refunds/{pid}/remove",
    answer: NOTE,
    by: () => useRemoveRefund(creditNote),
    with: { refundId: "r1", reason: "" },
    holds: ["the credit note"],
    again: [...NOTE_ANEW, ...INVOICES],
  }),
  "its words are changed": writing({
    call: "PATCH /api/credit-notes/{id}",
    answer: NOTE,
    by: () => useReword(NOTE),
    with: { reason: "Wrong tap", notes: "" },
    holds: ["the credit note"],
    again: ["the credit note", ...NOTE_ANEW],
  }),
});

describeWrites("how it is paid and asked for", {
  "instalments are agreed": writing({
    call: "PUT /api/invoices/{id}/instalments",
    answer: INVOICE,
    by: () => useAgree(INVOICE),
    with: [],
    holds: ["the invoice"],
    again: INVOICE_ANEW,
    refused: { again: INVOICES },
  }),
  "instalments are taken away": writing({
    call: "PUT /api/invoices/{id}/instalments",
    answer: INVOICE,
    by: () => useTakeAway(INVOICE),
    with: undefined,
    holds: ["the invoice"],
    again: INVOICE_ANEW,
  }),
  "it is noted that a customer cancels": writing({
    call: "POST /api/quotes/{id}/cancellation",
    answer: { saidOn: "2026-09-01" },
    by: () => useNoteCancellation(quote),
    with: "2026-09-01",
    again: QUOTES,
    refused: { again: QUOTES },
  }),
  "it is said what was done of the work": writing({
    call: "PUT /api/quotes/{id}/cancellation",
    answer: { saidOn: "2026-09-01" },
    by: () => useSettleCancellation(quote),
    with: {} as never,
    again: QUOTES,
    refused: { again: QUOTES },
  }),
  "its reminders are turned off": writing({
    call: "PUT /api/quotes/{id}/chasing",
    answer: { off: true },
    by: () => useChaseSwitch("quote", quote),
    with: true,
    holds: ["the quote's reminders"],
    again: ["the quote's history"],
  }),
  "a reminder is sent once more": writing({
    call: "POST /api/quotes/{id}/chasing/again",
    answer: { off: false },
    by: () => useChaseAgain("quote", quote),
    with: undefined as never,
    holds: ["the quote's reminders"],
    again: ["the quote's history"],
  }),
  "a reminder is passed on": writing({
    call: "POST /api/quotes/{id}/chasing/told",
    answer: { off: false },
    by: () => useTold("quote", quote),
    with: "phone" as never,
    holds: ["the quote's reminders"],
    again: ["the quote's history"],
  }),
});
