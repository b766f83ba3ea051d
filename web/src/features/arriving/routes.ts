import type { RouteObject } from "react-router";

/** Arriving from another program, loaded by whoever does. */
export const arrivingRoutes: RouteObject[] = [
  {
    path: "/arriving",
    lazy: async () => ({ Component: (await import("./ArrivingPage")).ArrivingPage }),
    handle: { focused: true, writes: true },
  },
];
