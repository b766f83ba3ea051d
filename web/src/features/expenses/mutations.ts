import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { BankChoice } from "../../api/generated/BankChoice";
import type { BankReadingSaid } from "../../api/generated/BankReadingSaid";
import type { Expense } from "../../api/generated/Expense";
import type { ExpenseInput } from "../../api/generated/ExpenseInput";
import { post, put, remove } from "../../api/writes";
import { expenseKeys } from "./queries";

/** Figures of the dashboard count expenses too. */
function invalidateExpenses(client: QueryClient) {
  void client.invalidateQueries({ queryKey: expenseKeys.all });
  void client.invalidateQueries({ queryKey: ["/api/dashboard"] });
}

function cacheExpense(client: QueryClient, expense: Expense) {
  client.setQueryData(expenseKeys.one(expense.id), expense);
  invalidateExpenses(client);
}

/** Keeps an expense; `id` is the form's own, so that a repeat after a lost answer makes no second one. */
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

/** Removes an expense. Its receipts are there for thirty days more, so that it can be undone. */
export function useDeleteExpense() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => remove("/api/expenses/{id}", { params: { id } }),
    onSuccess: (_, id) => {
      // All but the one that is gone: its page may still stand, and would ask for it.
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
  /** How the file is read, as far as somebody says; the server remembers it for files with the same headings. */
  reading: BankReadingSaid | null;
  save: boolean;
}

/** What importing a bank's file would do, or does: `done` tells which. */
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
