import type { CancellationRefundInput } from "../api/generated/CancellationRefundInput";
import type { CreditInput } from "../api/generated/CreditInput";
import type { DocumentKind } from "../api/generated/DocumentKind";
import type { EditRequest } from "../api/generated/EditRequest";
import type { InstalmentsInput } from "../api/generated/InstalmentsInput";
import type { InvoiceInput } from "../api/generated/InvoiceInput";
import type { MarkAcceptedInput } from "../api/generated/MarkAcceptedInput";
import type { PaymentInput } from "../api/generated/PaymentInput";
import type { QuoteInput } from "../api/generated/QuoteInput";
import type { RefundInput } from "../api/generated/RefundInput";
import type { RemovePaymentInput } from "../api/generated/RemovePaymentInput";
import type { SendRequest } from "../api/generated/SendRequest";
import type { SignInput } from "../api/generated/SignInput";
import type { StageInput } from "../api/generated/StageInput";
import { patch, post, put, remove } from "../api/requests";
import { getWrittenApi, KINDS, type WrittenKind } from "./kind";
import type { DocumentInput, StoredDocument } from "./types";

type DocumentResponse = Promise<StoredDocument>;

const getApiPath = (kind: DocumentKind) => KINDS[kind].api;

function toQuoteInput({ dueDate: _, expiryDate, ...rest }: DocumentInput): QuoteInput {
  return { ...rest, expiryDate: expiryDate ?? null };
}

function toInvoiceInput({ expiryDate: _, dueDate, ...rest }: DocumentInput): InvoiceInput {
  return { ...rest, dueDate: dueDate ?? null };
}

/** The request body differs between kinds, as the route's type requires. */
const CREATE_REQUESTS: Record<WrittenKind, (id: string, body: DocumentInput) => DocumentResponse> = {
  quote: (id, body) => post("/api/quotes", { body: { id, ...toQuoteInput(body) } }),
  invoice: (id, body) => post("/api/invoices", { body: { id, ...toInvoiceInput(body) } }),
};

/** The requests that change documents. Each can be retried after a lost response: see `api/requests`. */
export const documentWrites = {
  create: (kind: DocumentKind, id: string, body: DocumentInput): DocumentResponse =>
    CREATE_REQUESTS[kind as WrittenKind](id, body),
  edit: (kind: DocumentKind, id: string, edit: EditRequest): DocumentResponse =>
    patch(`${getApiPath(kind)}/{id}`, { params: { id }, body: edit }),
  send: (kind: DocumentKind, id: string, body: SendRequest): DocumentResponse =>
    post(`${getApiPath(kind)}/{id}/send`, { params: { id }, body }),
  signQuote: (id: string, body: SignInput): DocumentResponse =>
    post("/api/quotes/{id}/accept", { params: { id }, body }),
  markAccepted: (id: string, body: MarkAcceptedInput): DocumentResponse =>
    post("/api/quotes/{id}/mark-accepted", { params: { id }, body }),
  convertQuote: (id: string): DocumentResponse => post("/api/quotes/{id}/convert", { params: { id } }),
  createStageInvoice: (id: string, body: StageInput): DocumentResponse =>
    post("/api/quotes/{id}/stages", { params: { id }, body }),
  /** Creates a draft variation of an accepted quote's job. */
  createVariation: (quoteId: string, id: string, body: DocumentInput): DocumentResponse =>
    post("/api/quotes/{id}/variations", { params: { id: quoteId }, body: { id, ...toQuoteInput(body) } }),
  agreeInstalments: (id: string, body: InstalmentsInput): DocumentResponse =>
    put("/api/invoices/{id}/instalments", { params: { id }, body }),
  duplicate: (kind: DocumentKind, id: string): DocumentResponse =>
    post(`${getWrittenApi(kind)}/{id}/duplicate`, { params: { id } }),
  archive: (kind: DocumentKind, id: string): DocumentResponse =>
    post(`${getApiPath(kind)}/{id}/archive`, { params: { id } }),
  restore: (kind: DocumentKind, id: string): DocumentResponse =>
    post(`${getApiPath(kind)}/{id}/restore`, { params: { id } }),
  /** Voids an invoice or credit note. */
  void: (kind: DocumentKind, id: string): DocumentResponse =>
    post(kind === "credit_note" ? "/api/credit-notes/{id}/void" : "/api/invoices/{id}/void", {
      params: { id },
    }),
  createCreditNote: (invoiceId: string, body: CreditInput): DocumentResponse =>
    post("/api/invoices/{id}/credit-notes", { params: { id: invoiceId }, body }),
  recordRefund: (id: string, body: PaymentInput): DocumentResponse =>
    post("/api/credit-notes/{id}/refunds", { params: { id }, body }),
  removeRefund: (id: string, pid: string, body: RemovePaymentInput): DocumentResponse =>
    post("/api/credit-notes/{id}/refunds/{pid}/remove", { params: { id, pid }, body }),
  revokeLink: (kind: DocumentKind, id: string): DocumentResponse =>
    post(`${getApiPath(kind)}/{id}/revoke-link`, { params: { id } }),
  deleteDraft: (kind: DocumentKind, id: string) => remove(`${getApiPath(kind)}/{id}`, { params: { id } }),
  recordPayment: (kind: DocumentKind, id: string, body: PaymentInput): DocumentResponse =>
    post(`${getWrittenApi(kind)}/{id}/payments`, { params: { id }, body }),
  confirmPayment: (kind: DocumentKind, id: string, pid: string): DocumentResponse =>
    post(`${getWrittenApi(kind)}/{id}/payments/{pid}/confirm`, { params: { id, pid } }),
  rejectPayment: (kind: DocumentKind, id: string, pid: string): DocumentResponse =>
    post(`${getWrittenApi(kind)}/{id}/payments/{pid}/reject`, { params: { id, pid } }),
  unconfirmPayment: (kind: DocumentKind, id: string, pid: string): DocumentResponse =>
    post(`${getWrittenApi(kind)}/{id}/payments/{pid}/unconfirm`, { params: { id, pid } }),
  refundPayment: (kind: DocumentKind, id: string, pid: string, body: RefundInput): DocumentResponse =>
    post(`${getWrittenApi(kind)}/{id}/payments/{pid}/refund`, { params: { id, pid }, body }),
  recordCancellationRefund: (id: string, pid: string, body: CancellationRefundInput): DocumentResponse =>
    post("/api/quotes/{id}/payments/{pid}/given-back", { params: { id, pid }, body }),
  emailReceipt: (kind: DocumentKind, id: string, pid: string): DocumentResponse =>
    post(`${getWrittenApi(kind)}/{id}/payments/{pid}/receipt`, { params: { id, pid } }),
  removePayment: (kind: DocumentKind, id: string, pid: string, body: RemovePaymentInput): DocumentResponse =>
    post(`${getWrittenApi(kind)}/{id}/payments/{pid}/remove`, { params: { id, pid }, body }),
};
