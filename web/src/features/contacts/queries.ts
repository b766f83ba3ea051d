import { queryOptions } from "@tanstack/react-query";
import type { Kind } from "../../api/generated/Kind";
import { get } from "../../api/reads";

const paths = { quote: "/api/quotes", invoice: "/api/invoices" } as const;

/** The quotes or the invoices of one contact, newest first. */
export const contactDocumentsQuery = (kind: Kind, contactId: string) =>
  queryOptions({
    queryKey: [paths[kind], "list", { contactId }],
    queryFn: ({ signal }) => get(paths[kind], { query: { contactId, limit: "50" }, signal }),
  });
