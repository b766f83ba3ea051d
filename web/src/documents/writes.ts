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
import { patch, post, put, remove } from "../api/writes";
import { KINDS, type WrittenKind, writtenApi } from "./kind";
import type { DocumentInput, StoredDocument } from "./types";

type Answered = Promise<StoredDocument>;

const api = (kind: DocumentKind) => KINDS[kind].api;

function quoteInput({ dueDate: _, expiryDate, ...rest }: DocumentInput): QuoteInput {
  return { ...rest, expiryDate: expiryDate ?? null };
}

function invoiceInput({ expiryDate: _, dueDate, ...rest }: DocumentInput): InvoiceInput {
  return { ...rest, dueDate: dueDate ?? null };
}

/** Each kind has a body of its own, which its route's type knows. */
const CREATE: Record<WrittenKind, (id: string, body: DocumentInput) => Answered> = {
  quote: (id, body) => post("/api/quotes", { body: { id, ...quoteInput(body) } }),
  invoice: (id, body) => post("/api/invoices", { body: { id, ...invoiceInput(body) } }),
};

/** The writes of documents. Each may be repeated after a lost answer: see `api/writes`. */
export const documentWrites = {
  create: (kind: DocumentKind, id: string, body: DocumentInput): Answered =>
    CREATE[kind as WrittenKind](id, body),
  edit: (kind: DocumentKind, id: string, edit: EditRequest): Answered =>
    patch(`${api(kind)}/{id}`, { params: { id }, body: edit }),
  send: (kind: DocumentKind, id: string, body: SendRequest): Answered =>
    post(`${api(kind)}/{id}/send`, { params: { id }, body }),
  sign: (id: string, body: SignInput): Answered => post("/api/quotes/{id}/accept", { params: { id }, body }),
  markAccepted: (id: string, body: MarkAcceptedInput): Answered =>
    post("/api/quotes/{id}/mark-accepted", { params: { id }, body }),
  convert: (id: string): Answered => post("/api/quotes/{id}/convert", { params: { id } }),
  stage: (id: string, body: StageInput): Answered =>
    post("/api/quotes/{id}/stages", { params: { id }, body }),
  /** A draft variation of an accepted quote's job. */
  vary: (quoteId: string, id: string, body: DocumentInput): Answered =>
    post("/api/quotes/{id}/variations", { params: { id: quoteId }, body: { id, ...quoteInput(body) } }),
  agreeInstalments: (id: string, body: InstalmentsInput): Answered =>
    put("/api/invoices/{id}/instalments", { params: { id }, body }),
  duplicate: (kind: DocumentKind, id: string): Answered =>
    post(`${writtenApi(kind)}/{id}/duplicate`, { params: { id } }),
  archive: (kind: DocumentKind, id: string): Answered =>
    post(`${api(kind)}/{id}/archive`, { params: { id } }),
  restore: (kind: DocumentKind, id: string): Answered =>
    post(`${api(kind)}/{id}/restore`, { params: { id } }),
  /** Withdraws an invoice or a credit note. */
  void: (kind: DocumentKind, id: string): Answered =>
    post(kind === "credit_note" ? "/api/credit-notes/{id}/void" : "/api/invoices/{id}/void", {
      params: { id },
    }),
  credit: (invoiceId: string, body: CreditInput): Answered =>
    post("/api/invoices/{id}/credit-notes", { params: { id: invoiceId }, body }),
  noteRefund: (id: string, body: PaymentInput): Answered =>
    post("/api/credit-notes/{id}/refunds", { params: { id }, body }),
  removeRefund: (id: string, pid: string, body: RemovePaymentInput): Answered =>
    post("/api/credit-notes/{id}/refunds/{pid}/remove", { params: { id, pid }, body }),
  revokeLink: (kind: DocumentKind, id: string): Answered =>
    post(`${api(kind)}/{id}/revoke-link`, { params: { id } }),
  deleteDraft: (kind: DocumentKind, id: string) => remove(`${api(kind)}/{id}`, { params: { id } }),
  recordPayment: (kind: DocumentKind, id: string, body: PaymentInput): Answered =>
    post(`${writtenApi(kind)}/{id}/payments`, { params: { id }, body }),
  confirmPayment: (kind: DocumentKind, id: string, pid: string): Answered =>
    post(`${writtenApi(kind)}/{id}/payments/{pid}/confirm`, { params: { id, pid } }),
  rejectPayment: (kind: DocumentKind, id: string, pid: string): Answered =>
    post(`${writtenApi(kind)}/{id}/payments/{pid}/reject`, { params: { id, pid } }),
  unconfirmPayment: (kind: DocumentKind, id: string, pid: string): Answered =>
    post(`${writtenApi(kind)}/{id}/payments/{pid}/unconfirm`, { params: { id, pid } }),
  refundPayment: (kind: DocumentKind, id: string, pid: string, body: RefundInput): Answered =>
    post(`${writtenApi(kind)}/{id}/payments/{pid}/refund`, { params: { id, pid }, body }),
  giveBack: (id: string, pid: string, body: CancellationRefundInput): Answered =>
    post("/api/quotes/{id}/payments/{pid}/given-back", { params: { id, pid }, body }),
  emailReceipt: (kind: DocumentKind, id: string, pid: string): Answered =>
    post(`${writtenApi(kind)}/{id}/payments/{pid}/receipt`, { params: { id, pid } }),
  removePayment: (kind: DocumentKind, id: string, pid: string, body: RemovePaymentInput): Answered =>
    post(`${writtenApi(kind)}/{id}/payments/{pid}/remove`, { params: { id, pid }, body }),
};
