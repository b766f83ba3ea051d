import type { RouteObject } from "react-router";

/** Charging a business customer for paying late. */
export const latePaymentRoutes: RouteObject[] = [
  {
    path: "/invoices/:id/late-payment",
    lazy: async () => ({ Component: (await import("./LatePaymentPage")).LatePaymentPage }),
    handle: { quiet: true },
  },
];
