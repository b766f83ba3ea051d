import type { RouteObject } from "react-router";

/** Support, loaded when first visited. */
export const supportRoutes: RouteObject[] = [
  {
    path: "/support",
    // No 'New' button floats over the form.
    handle: { quiet: true, own: true },
    lazy: async () => ({ Component: (await import("./SupportPage")).SupportPage }),
  },
];
