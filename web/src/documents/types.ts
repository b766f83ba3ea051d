import type { Contact } from "../api/generated/Contact";
import type { DocumentFields } from "../api/generated/DocumentFields";
import type { DocumentRecord } from "../api/generated/DocumentRecord";
import type { Invoice } from "../api/generated/Invoice";
import type { Quote } from "../api/generated/Quote";

type Shared = DocumentRecord & DocumentFields;

/**
 * A stored quote or invoice, as its owner reads it: what both have, and what only one of them has,
 * there or not by its kind. The screens of both are the same.
 */
export type StoredDocument = Shared &
  Partial<Omit<Quote, keyof Shared>> &
  Partial<Omit<Invoice, keyof Shared>>;

/** A customer as a document shows them: a contact as it is kept, or as an issued document kept it. */
export type Customer = Omit<Contact, "address"> & Partial<Pick<Contact, "address">>;
