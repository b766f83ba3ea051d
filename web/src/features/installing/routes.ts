import type { RouteObject } from "react-router";
import { INSTALL_PATH } from "./install-prompt";

/** Installing the app; loaded when first visited. */
export const installingRoutes: RouteObject[] = [
  {
    path: INSTALL_PATH,
    handle: { quiet: true },
    lazy: async () => ({ Component: (await import("./InstallPage")).InstallPage }),
  },
];
