import { type RouteObject, redirect } from "react-router";

const loadEditExpensePage = async () => ({ Component: (await import("./EditExpensePage")).EditExpensePage });

/** The expenses; each screen is loaded when first visited. */
export const expenseRoutes: RouteObject[] = [
  { path: "/expenses", lazy: async () => ({ Component: (await import("./ExpensesPage")).ExpensesPage }) },
  { path: "/expenses/create", lazy: loadEditExpensePage, handle: { focused: true, writes: true } },
  { path: "/expenses/edit/:id", lazy: loadEditExpensePage, handle: { focused: true, edits: true } },
  // Photos are shared with the app by a POST to this path; a person who opens it directly is redirected to
  // the form.
  { path: "/expenses/shared", loader: () => redirect("/expenses/create") },
  {
    path: "/expenses/import",
    lazy: async () => ({ Component: (await import("./import/BankImportPage")).BankImportPage }),
    handle: { focused: true, writes: true },
  },
];
