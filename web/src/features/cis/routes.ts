import type { RouteObject } from "react-router";

const loadContractorPage = async () => ({
  Component: (await import("./contractor/ContractorPage")).ContractorPage,
});
const loadContractorDetailsPage = async () => ({
  Component: (await import("./contractor/ContractorDetailsPage")).ContractorDetailsPage,
});
const loadSubcontractorPage = async () => ({
  Component: (await import("./contractor/SubcontractorPage")).SubcontractorPage,
});
const loadPaymentPage = async () => ({
  Component: (await import("./contractor/SubcontractorPaymentPage")).SubcontractorPaymentPage,
});

/** Both sides of the Construction Industry Scheme, loaded when first visited. */
export const cisRoutes: RouteObject[] = [
  { path: "/cis", lazy: async () => ({ Component: (await import("./CisPage")).CisPage }) },
  { path: "/cis/:year", lazy: async () => ({ Component: (await import("./CisPage")).CisPage }) },
  { path: "/cis/contractor", lazy: loadContractorPage },
  { path: "/cis/contractor/:year", lazy: loadContractorPage },
  {
    path: "/cis/contractor/business/:id",
    lazy: loadContractorDetailsPage,
    handle: { focused: true, own: true },
  },
  { path: "/cis/subcontractors/new", lazy: loadSubcontractorPage, handle: { focused: true, writes: true } },
  { path: "/cis/subcontractors/:id", lazy: loadSubcontractorPage, handle: { focused: true, own: true } },
  { path: "/cis/payments/new", lazy: loadPaymentPage, handle: { focused: true, writes: true } },
  { path: "/cis/payments/:id", lazy: loadPaymentPage, handle: { focused: true, own: true } },
];
