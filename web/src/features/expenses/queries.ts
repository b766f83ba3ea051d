import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { BankChoice } from "../../api/generated/BankChoice";
import type { BankReadingSaid } from "../../api/generated/BankReadingSaid";
import type { Expense } from "../../api/generated/Expense";
import type { ExpenseInput } from "../../api/generated/ExpenseInput";
import type { ExpensePreviewRequest } from "../../api/generated/ExpensePreviewRequest";
import { get, post, put, remove } from "../../api/requests";

export const expenseKeys = {
  all: ["/api/expenses"] as const,
  lists: ["/api/expenses", "list"] as const,
  one: (id: string) => ["/api/expenses", "one", id] as const,
};

/** The filters of the list, and its order. An empty value means no filter. */
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

/** The suppliers that the account paid before. */
export const suppliersQuery = queryOptions({
  queryKey: [...expenseKeys.all, "suppliers"],
  queryFn: ({ signal }) => get("/api/expenses/suppliers", { signal }),
});

/** The amounts that an expense would have. The previous result is displayed until the next is known. */
export const previewQuery = (typed: ExpensePreviewRequest) =>
  queryOptions({
    queryKey: [...expenseKeys.all, "preview", typed],
    queryFn: () => post("/api/expenses/preview", { body: typed }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  });

/** The VAT details of the account's businesses; the VAT page reads the same. */
export const vatBusinessesQuery = queryOptions({
  queryKey: ["/api/dashboard", "vat", "businesses"] as const,
  queryFn: ({ signal }) => get("/api/vat", { signal }),
});

/** Invalidates the expenses, and the dashboard, whose amounts include them. */
function invalidateExpenses(client: QueryClient) {
  void client.invalidateQueries({ queryKey: expenseKeys.all });
  void client.invalidateQueries({ queryKey: ["/api/dashboard"] });
}

function cacheExpense(client: QueryClient, expense: Expense) {
  client.setQueryData(expenseKeys.one(expense.id), expense);
  invalidateExpenses(client);
}

/**
 * Creates an expense; `id` is the form's own, so that a retry after a lost response doesn't create a second
 * one.
 */
export function useCreateExpense() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, input }: { id: string; input: ExpenseInput }) =>
      post("/api/expenses", { body: { id, ...input } }),
    onSuccess: (expense) => cacheExpense(client, expense),
  });
}

export function useUpdateExpense() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ expense, input }: { expense: Expense; input: ExpenseInput }) =>
      put("/api/expenses/{id}", {
        params: { id: expense.id },
        body: { version: expense.version, ...input },
      }),
    onSuccess: (expense) => cacheExpense(client, expense),
  });
}

/** Deletes an expense. Its receipts stay for thirty more days, so that this can be undone. */
export function useDeleteExpense() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => remove("/api/expenses/{id}", { params: { id } }),
    onSuccess: (_, id) => {
      // All except the deleted one: its page may still be open, and would fetch it.
      const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => !queryKey.includes(id);
      void client.invalidateQueries({ queryKey: expenseKeys.all, predicate: isOther });
      void client.invalidateQueries({ queryKey: ["/api/dashboard"] });
      client.removeQueries({ queryKey: expenseKeys.one(id), type: "inactive" });
    },
  });
}

interface BankImportRequest {
  file: File;
  choices: BankChoice[];
  /**
   * How to read the file, as far as the user has chosen; the server remembers it for files with the same
   * headings.
   */
  reading: BankReadingSaid | null;
  save: boolean;
}

/** Previews or runs the import of a bank's file; `done` says which. */
export function useBankImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, choices, reading, save: isSaving }: BankImportRequest) => {
      const form = new FormData();
      form.append("choices", JSON.stringify(choices));
      if (reading) form.append("reading", JSON.stringify(reading));
      form.append("file", file);
      return isSaving
        ? post("/api/expenses/import", { body: form })
        : post("/api/expenses/import/preview", { body: form });
    },
    // Also after a failure: some of it may have been saved.
    onSettled: (_done, _error, { save: isSaving }) => {
      if (isSaving) invalidateExpenses(client);
    },
  });
}
