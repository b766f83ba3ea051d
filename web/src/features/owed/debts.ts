import { queryOptions } from "@tanstack/react-query";
import { get } from "../../api/reads";

export type OwedOrder = "oldest" | "most";

/** Who owes. It hangs under the dashboard's key: whatever changes that figure changes this. */
export const owedQuery = (sort: OwedOrder) =>
  queryOptions({
    queryKey: ["/api/dashboard", "owed", sort] as const,
    queryFn: ({ signal }) => get("/api/owed", { query: { sort }, signal }),
    placeholderData: (previous) => previous,
  });

/** The invoices by which one customer owes something, the longest due first. */
export const owedInvoicesQuery = (contactId: string) =>
  queryOptions({
    queryKey: ["/api/invoices", "list", "owed", contactId] as const,
    queryFn: ({ signal }) =>
      get("/api/invoices", {
        query: { contactId, status: "outstanding", sort: "dueDate", limit: "100" },
        signal,
      }),
  });
