import { queryOptions } from "@tanstack/react-query";
import type { Age } from "../../api/generated/Age";
import { get } from "../../api/requests";

export type OwedOrder = "oldest" | "most";

/** Who owes money. Under the dashboard's key, so that whatever invalidates the dashboard invalidates this. */
export const owedQuery = (sort: OwedOrder) =>
  queryOptions({
    queryKey: ["/api/dashboard", "owed", sort] as const,
    queryFn: ({ signal }) => get("/api/owed", { query: { sort }, signal }),
    placeholderData: (previous) => previous,
  });

/** The unpaid invoices of one customer, the longest due first. */
export const owedInvoicesQuery = (contactId: string) =>
  queryOptions({
    queryKey: ["/api/invoices", "list", "owed", contactId] as const,
    queryFn: ({ signal }) =>
      get("/api/invoices", {
        query: { contactId, status: "outstanding", sort: "dueDate", limit: "100" },
        signal,
      }),
  });

/** The age groups of debts, the youngest first, with the headings of tables. */
export const DEBT_AGES: { age: Age; label: string }[] = [
  { age: "notDue", label: "Not due" },
  { age: "to30", label: "1–30 days" },
  { age: "to60", label: "31–60 days" },
  { age: "to90", label: "61–90 days" },
  { age: "over90", label: "Over 90" },
];

/** How late the oldest debt is: '12 days late'. */
export function formatLateness(days: number): string {
  if (days === 0) return "Due today";
  if (days < 0) return "Not due yet";
  return days === 1 ? "1 day late" : `${days} days late`;
}
