// @vitest-environment window
import { DASHBOARD_QUERIES, defineMutation, describeMutations, IDS } from "../../testing/cached-queries";
import { useBankImport, useCreateExpense, useDeleteExpense, useUpdateExpense } from "./queries";

const EXPENSE = { id: IDS.expense, version: 1, amount: "12.00" };
const EXPENSES = ["the expense", "another expense", "the expenses", "the suppliers"] as const;

describeMutations("an expense", {
  "it is created": defineMutation({
    call: "POST /api/expenses",
    answer: EXPENSE,
    hook: useCreateExpense,
    variables: { id: EXPENSE.id, input: EXPENSE as never },
    updated: ["the expense"],
    refetched: [...EXPENSES, ...DASHBOARD_QUERIES],
  }),
  "it is changed": defineMutation({
    call: "PUT /api/expenses/{id}",
    answer: EXPENSE,
    hook: useUpdateExpense,
    variables: { expense: EXPENSE as never, input: EXPENSE as never },
    updated: ["the expense"],
    refetched: [...EXPENSES, ...DASHBOARD_QUERIES],
  }),
  "it is deleted": defineMutation({
    call: "DELETE /api/expenses/{id}",
    hook: useDeleteExpense,
    variables: EXPENSE.id,
    removed: ["the expense"],
    refetched: ["another expense", "the expenses", "the suppliers", ...DASHBOARD_QUERIES],
  }),
  "a bank statement is imported": defineMutation({
    call: "POST /api/expenses/import",
    answer: { done: true },
    hook: useBankImport,
    variables: { file: new File(["a"], "a.csv"), choices: [], reading: null, save: true },
    refetched: [...EXPENSES, ...DASHBOARD_QUERIES],
    // Some of it may be saved.
    refused: { refetched: [...EXPENSES, ...DASHBOARD_QUERIES] },
  }),
  "a bank statement is only previewed": defineMutation({
    call: "POST /api/expenses/import/preview",
    answer: { done: false },
    hook: useBankImport,
    variables: { file: new File(["a"], "a.csv"), choices: [], reading: null, save: false },
  }),
});
