import type { RouteObject } from "react-router";

/** What contractors deducted under the Construction Industry Scheme; loaded when first visited. */
export const cisRoutes: RouteObject[] = [
  { path: "/cis", lazy: async () => ({ Component: (await import("./CisPage")).CisPage }) },
  { path: "/cis/:year", lazy: async () => ({ Component: (await import("./CisPage")).CisPage }) },
];
