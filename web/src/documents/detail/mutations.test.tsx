// @vitest-environment window

import {
  CREDIT_NOTES,
  describeWrites,
  FIGURES,
  IDS,
  INVOICES,
  QUOTES,
  writing,
} from "../../testing/cached-queries";
import { draftOf } from "../../testing/records";
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

const { quote, invoice, creditNote } = IDS;

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
    hook: () => useSend("quote", quote),
    variables: {} as never,
    updated: ["the quote"],
    refetched: QUOTE_ANEW,
  }),
  "an invoice for a part is sent": writing({
    call: "POST /api/invoices/{id}/send",
    answer: PART,
    hook: () => useSend("invoice", invoice),
    variables: {} as never,
    updated: ["the invoice"],
    refetched: [...INVOICE_ANEW, ...OF_JOB],
  }),
  "a credit note is sent": writing({
    call: "POST /api/credit-notes/{id}/send",
    answer: NOTE,
    hook: () => useSend("credit_note", creditNote),
    variables: {} as never,
    updated: ["the credit note"],
    refetched: [...NOTE_ANEW, ...INVOICES],
  }),
  "a customer signs": writing({
    call: "POST /api/quotes/{id}/accept",
    answer: QUOTE,
    hook: () => useSign(quote),
    variables: {} as never,
    updated: ["the quote"],
    refetched: QUOTE_ANEW,
    // Something else came first: the screen shows that.
    refused: { refetched: ["the quote", "the quote's history", "the quote's reminders"] },
  }),
  "a variation is signed": writing({
    call: "POST /api/quotes/{id}/accept",
    answer: {
      ...QUOTE,
      variationOf: { id: IDS.other, quoteNumber: "PL-1", agreed: "1.00", withThis: "2.00" },
    },
    hook: () => useSign(quote),
    variables: {} as never,
    updated: ["the quote"],
    refetched: [...QUOTE_ANEW, "another quote"],
    refused: { refetched: ["the quote", "the quote's history", "the quote's reminders"] },
  }),
  "an invoice is duplicated": writing({
    call: "POST /api/invoices/{id}/duplicate",
    answer: INVOICE,
    hook: () => useDuplicate("invoice"),
    variables: IDS.other,
    updated: ["the invoice"],
    refetched: INVOICE_ANEW,
  }),
  "a quote is made an invoice": writing({
    call: "POST /api/quotes/{id}/convert",
    answer: MADE,
    hook: () => useConvert(quote),
    variables: undefined,
    updated: ["the invoice"],
    refetched: [...INVOICE_ANEW, ...QUOTES],
  }),
  "a part of a quote is invoiced": writing({
    call: "POST /api/quotes/{id}/stages",
    answer: PART,
    hook: () => useStage(quote),
    variables: {} as never,
    updated: ["the invoice"],
    refetched: [...INVOICE_ANEW, ...QUOTES],
  }),
  "an invoice for a part is voided": writing({
    call: "POST /api/invoices/{id}/void",
    answer: PART,
    hook: () => useVoid("invoice", invoice),
    variables: undefined,
    updated: ["the invoice"],
    refetched: [...INVOICE_ANEW, ...OF_JOB],
  }),
  "a credit note is voided": writing({
    call: "POST /api/credit-notes/{id}/void",
    answer: NOTE,
    hook: () => useVoid("credit_note", creditNote),
    variables: undefined,
    updated: ["the credit note"],
    refetched: [...NOTE_ANEW, ...INVOICES],
  }),
  "a link is replaced": writing({
    call: "POST /api/quotes/{id}/revoke-link",
    answer: QUOTE,
    hook: () => useRevokeLink("quote", quote),
    variables: undefined as never,
    updated: ["the quote"],
    refetched: QUOTE_ANEW,
  }),
  "a draft quote is deleted": writing({
    call: "DELETE /api/quotes/{id}",
    hook: () => useDeleteDraft("quote"),
    variables: quote,
    removed: ["the quote", "the quote's history", "the quote's reminders"],
    refetched: [...QUOTES.filter((name) => !/^the quote('|$)/.test(name)), ...FIGURES],
  }),
  "a draft invoice is deleted": writing({
    call: "DELETE /api/invoices/{id}",
    hook: () => useDeleteDraft("invoice"),
    variables: invoice,
    removed: ["the invoice", "the invoice's history"],
    // What it asked for of a job is open again.
    refetched: ["the invoices", "how many invoices", ...QUOTES, ...FIGURES],
  }),
  "a draft credit note is deleted": writing({
    call: "DELETE /api/credit-notes/{id}",
    hook: () => useDeleteDraft("credit_note"),
    variables: creditNote,
    removed: ["the credit note", "the credit note's history"],
    refetched: [...CREDIT_NOTES.filter((name) => name === "the credit notes"), ...INVOICES, ...FIGURES],
  }),
});

describeWrites("a payment", {
  "one is recorded of an invoice": writing({
    call: "POST /api/invoices/{id}/payments",
    answer: INVOICE,
    hook: () => useRecordPayment("invoice", invoice),
    variables: PAYMENT,
    updated: ["the invoice"],
    refetched: INVOICE_ANEW,
  }),
  "a deposit is recorded of what was made an invoice": writing({
    call: "POST /api/quotes/{id}/payments",
    answer: { ...QUOTE, convertedInvoiceId: invoice },
    hook: () => useRecordPayment("quote", quote),
    variables: PAYMENT,
    updated: ["the quote"],
    refetched: [...QUOTE_ANEW, "the invoice", ...OF_INVOICE],
  }),
  "one is recorded of a part": writing({
    call: "POST /api/invoices/{id}/payments",
    answer: PART,
    hook: () => useRecordPayment("invoice", invoice),
    variables: PAYMENT,
    updated: ["the invoice"],
    refetched: [...INVOICE_ANEW, ...OF_JOB],
  }),
  "its receipt is mailed": writing({
    call: "POST /api/invoices/{id}/payments/{pid}/receipt",
    answer: INVOICE,
    hook: () => useEmailReceipt("invoice", invoice),
    variables: "p1",
    updated: ["the invoice"],
    refetched: INVOICE_ANEW,
  }),
  "one is refunded": writing({
    call: "POST /api/invoices/{id}/payments/{pid}/refund",
    answer: MADE,
    hook: () => useRefundPayment("invoice", invoice),
    variables: { paymentId: "p1", amount: "1.00" },
    updated: ["the invoice"],
    refetched: [...INVOICE_ANEW, ...OF_JOB],
  }),
  "one is given back": writing({
    call: "POST /api/quotes/{id}/payments/{pid}/given-back",
    answer: QUOTE,
    hook: () => useGiveBack(quote),
    variables: { paymentId: "p1", amount: "1.00" },
    updated: ["the quote"],
    refetched: QUOTE_ANEW,
  }),
  "one is confirmed": writing({
    call: "POST /api/invoices/{id}/payments/{pid}/confirm",
    answer: MADE,
    hook: () => useConfirmPayment("invoice", invoice),
    variables: "p1",
    updated: ["the invoice"],
    refetched: [...INVOICE_ANEW, ...OF_JOB],
  }),
  "one did not come": writing({
    call: "POST /api/invoices/{id}/payments/{pid}/reject",
    answer: MADE,
    hook: () => useRejectPayment("invoice", invoice),
    variables: "p1",
    updated: ["the invoice"],
    refetched: [...INVOICE_ANEW, ...OF_JOB],
  }),
  "one is removed": writing({
    call: "POST /api/invoices/{id}/payments/{pid}/remove",
    answer: MADE,
    hook: () => useRemovePayment("invoice", invoice),
    variables: { paymentId: "p1", reason: "" },
    updated: ["the invoice"],
    refetched: [...INVOICE_ANEW, ...OF_JOB],
  }),
});

describeWrites("what is credited", {
  "a credit note is made": writing({
    call: "POST /api/invoices/{id}/credit-notes",
    answer: NOTE,
    hook: () => useCredit(invoice),
    variables: {} as never,
    updated: ["the credit note"],
    refetched: [...NOTE_ANEW, ...INVOICES],
  }),
  "it is noted what was given back": writing({
    call: "POST /api/credit-notes/{id}/refunds",
    answer: NOTE,
    hook: () => useNoteRefund(creditNote),
    variables: PAYMENT,
    updated: ["the credit note"],
    refetched: [...NOTE_ANEW, ...INVOICES],
  }),
  "that is taken back": writing({
    call: "POST /api/credit-notes/{id}/refunds/{pid}/remove",
    answer: NOTE,
    hook: () => useRemoveRefund(creditNote),
    variables: { refundId: "r1", reason: "" },
    updated: ["the credit note"],
    refetched: [...NOTE_ANEW, ...INVOICES],
  }),
  "its words are changed": writing({
    call: "PATCH /api/credit-notes/{id}",
    answer: NOTE,
    hook: () => useReword(NOTE),
    variables: { reason: "Wrong tap", notes: "" },
    updated: ["the credit note"],
    refetched: ["the credit note", ...NOTE_ANEW],
  }),
});

describeWrites("how it is paid and asked for", {
  "instalments are agreed": writing({
    call: "PUT /api/invoices/{id}/instalments",
    answer: INVOICE,
    hook: () => useAgree(INVOICE),
    variables: [],
    updated: ["the invoice"],
    refetched: INVOICE_ANEW,
    refused: { refetched: INVOICES },
  }),
  "instalments are taken away": writing({
    call: "PUT /api/invoices/{id}/instalments",
    answer: INVOICE,
    hook: () => useTakeAway(INVOICE),
    variables: undefined,
    updated: ["the invoice"],
    refetched: INVOICE_ANEW,
  }),
  "it is noted that a customer cancels": writing({
    call: "POST /api/quotes/{id}/cancellation",
    answer: { saidOn: "2026-09-01" },
    hook: () => useNoteCancellation(quote),
    variables: "2026-09-01",
    refetched: QUOTES,
    refused: { refetched: QUOTES },
  }),
  "it is said what was done of the work": writing({
    call: "PUT /api/quotes/{id}/cancellation",
    answer: { saidOn: "2026-09-01" },
    hook: () => useSettleCancellation(quote),
    variables: {} as never,
    refetched: QUOTES,
    refused: { refetched: QUOTES },
  }),
  "its reminders are turned off": writing({
    call: "PUT /api/quotes/{id}/chasing",
    answer: { off: true },
    hook: () => useChaseSwitch("quote", quote),
    variables: true,
    updated: ["the quote's reminders"],
    refetched: ["the quote's history"],
  }),
  "a reminder is sent once more": writing({
    call: "POST /api/quotes/{id}/chasing/again",
    answer: { off: false },
    hook: () => useChaseAgain("quote", quote),
    variables: undefined as never,
    updated: ["the quote's reminders"],
    refetched: ["the quote's history"],
  }),
  "a reminder is passed on": writing({
    call: "POST /api/quotes/{id}/chasing/told",
    answer: { off: false },
    hook: () => useTold("quote", quote),
    variables: "phone" as never,
    updated: ["the quote's reminders"],
    refetched: ["the quote's history"],
  }),
});
