import type { RouteObject } from "react-router";

/** Who owes money, and for which invoices; each screen is loaded when first visited. */
export const owedRoutes: RouteObject[] = [
  { path: "/owed", lazy: async () => ({ Component: (await import("./OwedPage")).OwedPage }) },
  {
    path: "/owed/:id",
    lazy: async () => ({ Component: (await import("./DebtorPage")).DebtorPage }),
    handle: { quiet: true },
  },
];
