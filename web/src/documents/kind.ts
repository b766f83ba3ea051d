import type { Kind } from "../api/generated/Kind";

/** The words and addresses in which a quote and an invoice differ. */
export interface KindWords {
  kind: Kind;
  /** "Quote", at the start of a sentence or in a heading. */
  Name: string;
  /** "quote", within a sentence. */
  name: string;
  plural: string;
  Plural: string;
  /** The list's path, and the root of the others. */
  path: string;
  api: "/api/quotes" | "/api/invoices";
  publicPath: string;
  numberField: "quoteNumber" | "invoiceNumber";
  /** The second date: until when a quote stands, or when an invoice is due. */
  endDateField: "expiryDate" | "dueDate";
  endDateLabel: string;
  endDateHelp: string;
}

export const KINDS: Record<Kind, KindWords> = {
  quote: {
    kind: "quote",
    Name: "Quote",
    name: "quote",
    plural: "quotes",
    Plural: "Quotes",
    path: "/quotes",
    api: "/api/quotes",
    publicPath: "/q",
    numberField: "quoteNumber",
    endDateField: "expiryDate",
    endDateLabel: "Valid until",
    endDateHelp: "The customer can accept through the end of this day.",
  },
  invoice: {
    kind: "invoice",
    Name: "Invoice",
    name: "invoice",
    plural: "invoices",
    Plural: "Invoices",
    path: "/invoices",
    api: "/api/invoices",
    publicPath: "/i",
    numberField: "invoiceNumber",
    endDateField: "dueDate",
    endDateLabel: "Due date",
    endDateHelp: "The invoice is overdue from the day after.",
  },
};
