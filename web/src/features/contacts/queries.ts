import { queryOptions } from "@tanstack/react-query";
import { get, withQuery } from "../../api/client";

export type DocumentKind = "quote" | "invoice";

/** A row of the quotes' or invoices' list, as far as a contact's page shows it. */
export interface ContactDocument {
  id: string;
  displayStatus: string;
  number: string | null;
  jobDescription: string;
  issueDate: string;
  totalAmount: string;
  archived: boolean;
  updatedAt: number;
}

const paths = { quote: "/api/quotes", invoice: "/api/invoices" };

/** The quotes or the invoices of one contact, newest first. */
export const contactDocumentsQuery = (kind: DocumentKind, contactId: string) =>
  queryOptions({
    queryKey: [paths[kind], "list", { contactId }],
    queryFn: ({ signal }) =>
      get<{ data: ContactDocument[]; total: number }>(
        withQuery(paths[kind], { contactId, limit: 50 }),
        signal,
      ),
  });
