import type { RouteObject } from "react-router";

/** Arriving from another program, loaded by whoever does. */
export const dataImportRoutes: RouteObject[] = [
  {
    path: "/arriving",
    lazy: async () => ({ Component: (await import("./DataImportPage")).DataImportPage }),
    handle: { focused: true, writes: true },
  },
];
