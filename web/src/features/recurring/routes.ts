import type { RouteObject } from "react-router";

const edit = async () => ({ Component: (await import("./EditRecurringPage")).EditRecurringPage });

/** Recurring invoices; each screen is loaded when first visited. */
export const recurringRoutes: RouteObject[] = [
  {
    path: "/recurring",
    lazy: async () => ({ Component: (await import("./RecurringListPage")).RecurringListPage }),
  },
  { path: "/recurring/create", lazy: edit, handle: { focused: true, writes: true } },
  { path: "/recurring/edit/:id", lazy: edit, handle: { focused: true, writes: true } },
  {
    path: "/recurring/:id",
    lazy: async () => ({ Component: (await import("./RecurringPage")).RecurringPage }),
    handle: { quiet: true },
  },
];
