import type { RouteObject } from "react-router";

/**
 * Income Tax of a tax year: the return, the quarterly updates, and the choices for the year; each screen is
 * loaded when first visited.
 */
export const incomeTaxRoutes: RouteObject[] = [
  { path: "/income-tax", lazy: async () => ({ Component: (await import("./IncomeTaxPage")).IncomeTaxPage }) },
  {
    path: "/income-tax/:year",
    lazy: async () => ({ Component: (await import("./IncomeTaxPage")).IncomeTaxPage }),
  },
  {
    path: "/income-tax/:year/choices",
    lazy: async () => ({ Component: (await import("./TaxChoicesPage")).TaxChoicesPage }),
    handle: { own: true, focused: true },
  },
  {
    path: "/income-tax/:year/updates/:number",
    lazy: async () => ({ Component: (await import("./TaxUpdatePage")).TaxUpdatePage }),
  },
  {
    path: "/income-tax/:year/records",
    lazy: async () => ({ Component: (await import("./TaxRecordsPage")).TaxRecordsPage }),
  },
];
