import type { RouteObject } from "react-router";

/** The changes waiting on this device for a connection; loaded when first visited. */
export const waitingRoutes: RouteObject[] = [
  {
    path: "/waiting",
    handle: { quiet: true },
    lazy: async () => ({ Component: (await import("./WaitingPage")).WaitingPage }),
  },
];
