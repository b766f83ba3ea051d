import { queryOptions } from "@tanstack/react-query";
import { get, withQuery } from "../../api/client";
import type { DocumentList } from "../../api/generated/DocumentList";
import type { Kind } from "../../api/generated/Kind";

const paths = { quote: "/api/quotes", invoice: "/api/invoices" };

/** The quotes or the invoices of one contact, newest first. */
export const contactDocumentsQuery = (kind: Kind, contactId: string) =>
  queryOptions({
    queryKey: [paths[kind], "list", { contactId }],
    queryFn: ({ signal }) => get<DocumentList>(withQuery(paths[kind], { contactId, limit: 50 }), signal),
  });
