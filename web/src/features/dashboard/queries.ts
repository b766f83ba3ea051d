import { queryOptions } from "@tanstack/react-query";
import { get } from "../../api/client";

/** A quote or an invoice that was touched lately. */
export interface RecentDocument {
  kind: "quote" | "invoice";
  id: string;
  displayStatus: string;
  number: string | null;
  contactName: string;
  jobDescription: string;
  issueDate: string;
  totalAmount: string;
  updatedAt: number;
}

/** The business at a glance. Amounts are decimal strings in pounds. */
export interface Dashboard {
  outstanding: string;
  overdue: string;
  paidThisMonth: string;
  quotesAwaiting: number;
  drafts: number;
  recent: RecentDocument[];
}

export const dashboardKeys = {
  all: ["/api/dashboard"] as const,
};

/** Other screens change these figures, so that they are asked for anew on each visit. */
export const dashboardQuery = queryOptions({
  queryKey: dashboardKeys.all,
  queryFn: ({ signal }) => get<Dashboard>("/api/dashboard", signal),
  staleTime: 0,
});
