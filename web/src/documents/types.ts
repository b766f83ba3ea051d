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
 * A stored document as its owner reads it: the shared fields, and those of each kind as optional fields, so
 * that all kinds can share their screens.
 */
export type StoredDocument = SharedFields &
  Partial<Omit<Quote, keyof SharedFields>> &
  Partial<Omit<Invoice, keyof SharedFields>> &
  Partial<Omit<CreditNote, keyof SharedFields>>;

/** A customer as a document displays them: a stored contact, or an issued document's own copy. */
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

/** The typed fields of a quote or invoice as they are saved; a draft may have no business yet. */
export type DocumentInput = Pick<QuoteInput, TypedFields> & {
  businessProfileId: string | null;
} & Partial<Pick<QuoteInput, "expiryDate"> & Pick<InvoiceInput, "dueDate">>;
