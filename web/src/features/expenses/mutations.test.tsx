// @vitest-environment window
import { describeWrites, FIGURES, IDS, writing } from "../../testing/cached-queries";
import { useBankImport, useCreateExpense, useDeleteExpense, useUpdateExpense } from "./mutations";

const EXPENSE = { id: IDS.expense, version: 1, amount: "12.00" };
const EXPENSES = ["the expense", "another expense", "the expenses", "the suppliers"] as const;

describeWrites("an expense", {
  "it is kept": writing({
    call: "POST /api/expenses",
    answer: EXPENSE,
    hook: useCreateExpense,
    variables: { id: EXPENSE.id, input: EXPENSE as never },
    updated: ["the expense"],
    refetched: [...EXPENSES, ...FIGURES],
  }),
  "it is changed": writing({
    call: "PUT /api/expenses/{id}",
    answer: EXPENSE,
    hook: useUpdateExpense,
    variables: { expense: EXPENSE as never, input: EXPENSE as never },
    updated: ["the expense"],
    refetched: [...EXPENSES, ...FIGURES],
  }),
  "it is deleted": writing({
    call: "DELETE /api/expenses/{id}",
    hook: useDeleteExpense,
    variables: EXPENSE.id,
    removed: ["the expense"],
    refetched: ["another expense", "the expenses", "the suppliers", ...FIGURES],
  }),
  "a bank's file is imported": writing({
    call: "POST /api/expenses/import",
    answer: { done: true },
    hook: useBankImport,
    variables: { file: new File(["a"], "a.csv"), choices: [], reading: null, keep: true },
    refetched: [...EXPENSES, ...FIGURES],
    // Some of it may be saved.
    refused: { refetched: [...EXPENSES, ...FIGURES] },
  }),
  "a bank's file is only looked at": writing({
    call: "POST /api/expenses/import/preview",
    answer: { done: false },
    hook: useBankImport,
    variables: { file: new File(["a"], "a.csv"), choices: [], reading: null, keep: false },
  }),
});
