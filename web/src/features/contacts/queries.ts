import { infiniteQueryOptions, queryOptions, useMutation } from "@tanstack/react-query";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { get, post } from "../../api/requests";
import { KINDS } from "../../documents/kind";

/** The quotes or the invoices of one contact, newest first. */
export const contactDocumentsQuery = (kind: DocumentKind, contactId: string) =>
  infiniteQueryOptions({
    queryKey: [KINDS[kind].api, "list", { contactId }],
    queryFn: ({ pageParam, signal }) =>
      get(KINDS[kind].api, { query: { contactId, cursor: pageParam, limit: "50" }, signal }),
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });

/** How many quotes or invoices one contact has, including archived ones. */
export const contactTotalQuery = (kind: DocumentKind, contactId: string) =>
  queryOptions({
    queryKey: [KINDS[kind].api, "list", { contactId, total: true }],
    queryFn: async ({ signal }) => {
      const query = { contactId, archived: "all", limit: "1" };
      return (await get(KINDS[kind].api, { query, signal })).total;
    },
    staleTime: 0,
  });

/** The first and the last day of a statement, YYYY-MM-DD; empty means the last year. */
export interface StatementDays {
  from: string;
  to: string;
}

/**
 * A customer's statement. Under the dashboard's key, so that whatever invalidates the dashboard invalidates
 * this.
 */
export const statementQuery = (id: string, days: StatementDays) =>
  queryOptions({
    queryKey: ["/api/dashboard", "statement", id, days],
    queryFn: ({ signal }) =>
      get("/api/contacts/{id}/statement", { params: { id }, query: { ...days }, signal }),
    placeholderData: (previous) => previous,
  });

/** The address of the same statement as a PDF. */
export const getStatementPdfUrl = (id: string, { from, to }: StatementDays) =>
  `/api/contacts/${id}/statement?${new URLSearchParams({ from, to, format: "pdf" })}`;

/** Emails a customer their statement. */
export const useSendStatement = (id: string) =>
  useMutation({
    mutationFn: (days: StatementDays) =>
      post("/api/contacts/{id}/statement", { params: { id }, body: { ...days } }),
  });
