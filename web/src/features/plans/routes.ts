import type { RouteObject } from "react-router";

/** The account's plan, loaded when first visited. */
export const planRoutes: RouteObject[] = [
  {
    path: "/settings/plan",
    handle: { quiet: true, own: true },
    lazy: async () => ({ Component: (await import("./AccountPlanPage")).AccountPlanPage }),
  },
];
