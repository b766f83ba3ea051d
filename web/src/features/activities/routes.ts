import type { RouteObject } from "react-router";

/** The activities of the business, loaded when first visited. */
export const activityRoutes: RouteObject[] = [
  {
    path: "/activities",
    lazy: async () => ({ Component: (await import("./ActivitiesPage")).ActivitiesPage }),
  },
];
