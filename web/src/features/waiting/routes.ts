import type { RouteObject } from "react-router";

/** What waits on this device for signal; loaded when first visited. */
export const waitingRoutes: RouteObject[] = [
  {
    path: "/waiting",
    handle: { quiet: true },
    lazy: async () => ({ Component: (await import("./WaitingPage")).WaitingPage }),
  },
];
