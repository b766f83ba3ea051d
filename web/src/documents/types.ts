/** The document as it crosses to and from the server, and as core presents it. */

import type { Contact } from "../library/contacts";
import type { Tone } from "../ui/Badge";
import type { WireDocument } from "./editor/draft";

export type Kind = "quote" | "invoice";
export type LabourUnit = "hours" | "days";
export type Treatment = "taxable" | "reverseCharge" | "exempt" | "outsideScope";

/** One thing wrong, named by the path of its field (`items[3].price`). */
export interface FieldError {
  path: string;
  code: string;
  msg: string;
}

/** A status as it is shown: its words and its colour. */
export interface StatusShown {
  label: string;
  tone: Tone;
}

/** A payment as the business sees it. Amounts are decimal strings. */
export interface Payment {
  id: string;
  amount: string;
  /** YYYY-MM-DD in London. */
  date: string;
  method: string;
  notes: string;
  confirmationStatus: "confirmed" | "pending";
  recordedBy: "business" | "customer";
  createdAt: number;
}

/** A row of a list of documents. */
export interface DocumentRow {
  id: string;
  status: string;
  displayStatus: StatusShown;
  number: string | null;
  contactName: string | null;
  jobDescription: string;
  issueDate: string;
  expiryDate?: string | null;
  dueDate?: string | null;
  totalAmount: string;
  balanceDue: string;
  archived: boolean;
  updatedAt: number;
}

export interface DocumentPage {
  data: DocumentRow[];
  nextCursor: string | null;
  total: number;
}

/** A stored quote or invoice, as its owner reads it. */
export interface StoredDocument extends WireDocument {
  id: string;
  kind: Kind;
  version: number;
  status: string;
  displayStatus: StatusShown;
  quoteNumber?: string | null;
  invoiceNumber?: string | null;
  contact: Contact | null;
  acceptedDate?: string | null;
  declinedDate?: string | null;
  paidDate?: string | null;
  sentDate: string | null;
  totals: Totals;
  payments: Payment[];
  publicToken: string | null;
  publicUrl: string | null;
  convertedInvoiceId?: string | null;
  sourceQuoteId?: string | null;
  archived: boolean;
  createdAt: number;
  updatedAt: number;
}

/** What the rules make of a document; every amount a decimal string (rules.md section 3). */
export interface Totals {
  items: { id: string; goods: string; labourTotal: string; total: string; counted: boolean }[];
  labourTotal: string;
  subtotalAmount: string;
  discountAmount: string;
  vatGroups: {
    treatment: Treatment;
    rate: string;
    net: string;
    discount: string;
    taxable: string;
    vat: string;
  }[];
  vatAmount: string;
  reverseChargeVat: string;
  totalAmount: string;
  depositAmount: string;
  balanceAfterDeposit: string;
  cisBase: string;
  cisDeduction: string;
  amountPayable: string;
  paidAmount: string;
  pendingAmount: string;
  balanceDue: string;
}
