import type { RouteObject } from "react-router";

/** What happened in the business, loaded when first visited. */
export const activityRoutes: RouteObject[] = [
  {
    path: "/activities",
    lazy: async () => ({ Component: (await import("./ActivitiesPage")).ActivitiesPage }),
  },
];
