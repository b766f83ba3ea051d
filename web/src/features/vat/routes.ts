import type { RouteObject } from "react-router";

/** The VAT return and the registration; each screen is loaded when first visited. */
export const vatRoutes: RouteObject[] = [
  { path: "/vat", lazy: async () => ({ Component: (await import("./VatPage")).VatPage }) },
  {
    path: "/vat/:id/registration",
    lazy: async () => ({ Component: (await import("./VatRegistrationPage")).VatRegistrationPage }),
    handle: { own: true, focused: true },
  },
  {
    path: "/vat/:id/bad-debts",
    lazy: async () => ({ Component: (await import("./BadDebtsPage")).BadDebtsPage }),
  },
  {
    path: "/vat/:id/records",
    lazy: async () => ({ Component: (await import("./VatRecordsPage")).VatRecordsPage }),
  },
];
