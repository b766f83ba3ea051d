import type { RouteObject } from "react-router";

/** How the app gets onto a device; loaded when first visited. */
export const installingRoutes: RouteObject[] = [
  {
    path: "/settings/install",
    handle: { quiet: true },
    lazy: async () => ({ Component: (await import("./InstallPage")).InstallPage }),
  },
];
