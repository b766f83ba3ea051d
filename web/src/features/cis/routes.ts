import type { RouteObject } from "react-router";

const contractor = async () => ({
  Component: (await import("./contractor/ContractorPage")).ContractorPage,
});
const business = async () => ({
  Component: (await import("./contractor/BusinessPage")).BusinessPage,
});
const subcontractor = async () => ({
  Component: (await import("./contractor/SubcontractorPage")).SubcontractorPage,
});
const payment = async () => ({
  Component: (await import("./contractor/PaymentPage")).PaymentPage,
});

/** Both sides of the Construction Industry Scheme; loaded when first visited. */
export const cisRoutes: RouteObject[] = [
  { path: "/cis", lazy: async () => ({ Component: (await import("./CisPage")).CisPage }) },
  { path: "/cis/:year", lazy: async () => ({ Component: (await import("./CisPage")).CisPage }) },
  { path: "/cis/contractor", lazy: contractor },
  { path: "/cis/contractor/:year", lazy: contractor },
  { path: "/cis/contractor/business/:id", lazy: business, handle: { focused: true, own: true } },
  { path: "/cis/subcontractors/new", lazy: subcontractor, handle: { focused: true, writes: true } },
  { path: "/cis/subcontractors/:id", lazy: subcontractor, handle: { focused: true, own: true } },
  { path: "/cis/payments/new", lazy: payment, handle: { focused: true, writes: true } },
  { path: "/cis/payments/:id", lazy: payment, handle: { focused: true, own: true } },
];
