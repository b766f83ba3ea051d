// @vitest-environment happy-dom
import { describeWrites, FIGURES, ON_SHELF, writing } from "../../testing/shelf";
import { useBankImport, useCreateExpense, useDeleteExpense, useUpdateExpense } from "./mutations";

const EXPENSE = { id: ON_SHELF.expense, version: 1, amount: "12.00" };
const EXPENSES = ["the expense", "another expense", "the expenses", "the suppliers"] as const;

describeWrites("an expense", {
  "it is kept": writing({
    call: "POST /api/expenses",
    answer: EXPENSE,
    by: useCreateExpense,
    with: { id: EXPENSE.id, input: EXPENSE as never },
    holds: ["the expense"],
    again: [...EXPENSES, ...FIGURES],
  }),
  "it is changed": writing({
    call: "PUT /api/expenses/{id}",
    answer: EXPENSE,
    by: useUpdateExpense,
    with: { expense: EXPENSE as never, input: EXPENSE as never },
    holds: ["the expense"],
    again: [...EXPENSES, ...FIGURES],
  }),
  "it is deleted": writing({
    call: "DELETE /api/expenses/{id}",
    by: useDeleteExpense,
    with: EXPENSE.id,
    gone: ["the expense"],
    again: ["another expense", "the expenses", "the suppliers", ...FIGURES],
  }),
  "a bank's file is imported": writing({
    call: "POST /api/expenses/import",
    answer: { done: true },
    by: useBankImport,
    with: { file: new File(["a"], "a.csv"), choices: [], keep: true },
    again: [...EXPENSES, ...FIGURES],
  }),
  "a bank's file is only looked at": writing({
    call: "POST /api/expenses/import/preview",
    answer: { done: false },
    by: useBankImport,
    with: { file: new File(["a"], "a.csv"), choices: [], keep: false },
  }),
});
