import type { Kind } from "../api/generated/Kind";
import { post, put, remove } from "../api/writes";
import { KINDS } from "./kind";
import type { DocumentInput, StoredDocument } from "./types";

/** How a document goes to its customer. */
export type SendRequest = { via: "link" } | { via: "email"; to: string; subject: string; message: string };

/** A payment that the business records itself. */
export interface PaymentRequest {
  amount: string;
  method: string;
  date: string;
  notes: string;
}

const at = (kind: Kind, id: string, deed = "") => `${KINDS[kind].api}/${id}${deed}`;

/** The writes of documents. Each may be repeated after a lost answer: see `api/writes`. */
export const documentWrites = {
  create: (kind: Kind, id: string, body: DocumentInput) =>
    post<StoredDocument>(KINDS[kind].api, { id, ...body }),
  update: (kind: Kind, id: string, version: number, body: DocumentInput) =>
    put<StoredDocument>(at(kind, id), { version, ...body }),
  send: (kind: Kind, id: string, request: SendRequest) =>
    post<StoredDocument>(at(kind, id, "/send"), request),
  convert: (id: string) => post<StoredDocument>(at("quote", id, "/convert")),
  duplicate: (kind: Kind, id: string) => post<StoredDocument>(at(kind, id, "/duplicate")),
  archive: (kind: Kind, id: string) => post<StoredDocument>(at(kind, id, "/archive")),
  restore: (kind: Kind, id: string) => post<StoredDocument>(at(kind, id, "/restore")),
  voidInvoice: (id: string) => post<StoredDocument>(at("invoice", id, "/void")),
  revokeLink: (kind: Kind, id: string) => post<StoredDocument>(at(kind, id, "/revoke-link")),
  deleteDraft: (kind: Kind, id: string) => remove(at(kind, id)),
  recordPayment: (kind: Kind, id: string, payment: PaymentRequest) =>
    post<StoredDocument>(at(kind, id, "/payments"), payment),
  confirmPayment: (kind: Kind, id: string, paymentId: string) =>
    post<StoredDocument>(at(kind, id, `/payments/${paymentId}/confirm`)),
  rejectPayment: (kind: Kind, id: string, paymentId: string) =>
    post<StoredDocument>(at(kind, id, `/payments/${paymentId}/reject`)),
};
