import type { RouteObject } from "react-router";

/** Asking for help, loaded when first visited. */
export const supportRoutes: RouteObject[] = [
  {
    path: "/support",
    // Nothing to make stands over the form.
    handle: { quiet: true, own: true },
    lazy: async () => ({ Component: (await import("./SupportPage")).SupportPage }),
  },
];
