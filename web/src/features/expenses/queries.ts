import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ExpensePreviewRequest } from "../../api/generated/ExpensePreviewRequest";
import { get } from "../../api/reads";
import { post } from "../../api/writes";

export const expenseKeys = {
  all: ["/api/expenses"] as const,
  lists: ["/api/expenses", "list"] as const,
  one: (id: string) => ["/api/expenses", "one", id] as const,
};

/** What the list is narrowed to, and its order. Empty: any. */
export interface ExpenseFilter {
  q: string;
  category: string;
  receipt: string;
  from: string;
  to: string;
  sort: string;
}

const PAGE_SIZE = "50";

export const expensesQuery = (filter: ExpenseFilter) =>
  infiniteQueryOptions({
    queryKey: [...expenseKeys.lists, filter],
    queryFn: ({ pageParam, signal }) =>
      get("/api/expenses", {
        query: { ...filter, q: filter.q.trim(), cursor: pageParam, limit: PAGE_SIZE },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });

export const expenseQuery = (id: string) =>
  queryOptions({
    queryKey: expenseKeys.one(id),
    queryFn: ({ signal }) => get("/api/expenses/{id}", { params: { id }, signal }),
  });

/** Whom the account paid before. */
export const suppliersQuery = queryOptions({
  queryKey: [...expenseKeys.all, "suppliers"],
  queryFn: ({ signal }) => get("/api/expenses/suppliers", { signal }),
});

/** What an expense would come to. What it came to stands until the next is known. */
export const previewQuery = (typed: ExpensePreviewRequest) =>
  queryOptions({
    queryKey: [...expenseKeys.all, "preview", typed],
    queryFn: () => post("/api/expenses/preview", { body: typed }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  });

/** The businesses of the account as VAT sees them; the page of VAT reads the same. */
export const vatBusinessesQuery = queryOptions({
  queryKey: ["/api/dashboard", "vat", "businesses"] as const,
  queryFn: ({ signal }) => get("/api/vat", { signal }),
});
