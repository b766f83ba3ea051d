import type { RouteObject } from "react-router";

/** Income and expenses, and the records behind each figure; each screen is loaded when first visited. */
export const reportRoutes: RouteObject[] = [
  { path: "/reports", lazy: async () => ({ Component: (await import("./ReportsPage")).ReportsPage }) },
  {
    path: "/reports/year-pack",
    lazy: async () => ({ Component: (await import("./YearPackPage")).YearPackPage }),
    handle: { quiet: true },
  },
  {
    path: "/reports/:report/records",
    lazy: async () => ({ Component: (await import("./ReportRecordsPage")).ReportRecordsPage }),
  },
];
