import type { RouteObject } from "react-router";
import { HOW } from "./prompt";

/** How the app gets onto a device; loaded when first visited. */
export const installingRoutes: RouteObject[] = [
  {
    path: HOW,
    handle: { quiet: true },
    lazy: async () => ({ Component: (await import("./InstallPage")).InstallPage }),
  },
];
