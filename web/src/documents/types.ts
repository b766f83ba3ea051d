import type { Contact } from "../api/generated/Contact";
import type { CreditNote } from "../api/generated/CreditNote";
import type { DocumentFields } from "../api/generated/DocumentFields";
import type { DocumentRecord } from "../api/generated/DocumentRecord";
import type { Invoice } from "../api/generated/Invoice";
import type { InvoiceInput } from "../api/generated/InvoiceInput";
import type { Quote } from "../api/generated/Quote";
import type { QuoteInput } from "../api/generated/QuoteInput";

type SharedFields = DocumentRecord & DocumentFields;

/**
 * A stored document, as its owner reads it: what all kinds have, and what only one of them has, there
 * or not by its kind. The screens of all are the same.
 */
export type StoredDocument = SharedFields &
  Partial<Omit<Quote, keyof SharedFields>> &
  Partial<Omit<Invoice, keyof SharedFields>> &
  Partial<Omit<CreditNote, keyof SharedFields>>;

/** A customer as a document shows them: a contact as it is kept, or as an issued document kept it. */
export type DocumentCustomer = Omit<Contact, "address"> & Partial<Pick<Contact, "address">>;

type TypedFields =
  | keyof DocumentFields
  | "contactId"
  | "issueDate"
  | "jobDescription"
  | "jobAddress"
  | "orderNumber"
  | "notes"
  | "terms";

/** What a person writes of a quote or an invoice, as it is saved; a draft may be from no business yet. */
export type DocumentInput = Pick<QuoteInput, TypedFields> & {
  businessProfileId: string | null;
} & Partial<Pick<QuoteInput, "expiryDate"> & Pick<InvoiceInput, "dueDate">>;
