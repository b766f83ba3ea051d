import type { RouteObject } from "react-router";

/** The customer's pages: no session, no shell. */
export const publicRoutes: RouteObject[] = [
  {
    path: "/q/:token",
    lazy: async () => ({ Component: (await import("./PublicQuotePage")).PublicQuotePage }),
  },
  {
    path: "/i/:token",
    lazy: async () => ({ Component: (await import("./PublicInvoicePage")).PublicInvoicePage }),
  },
];
