import type { RouteObject } from "react-router";

/** What this device has cached; loaded when first visited. */
export const deviceRoutes: RouteObject[] = [
  {
    path: "/settings/device",
    handle: { quiet: true },
    lazy: async () => ({ Component: (await import("./DevicePage")).DevicePage }),
  },
];
