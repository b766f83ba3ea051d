import type { RouteObject } from "react-router";

/** Importing from another program, loaded when first visited. */
export const dataImportRoutes: RouteObject[] = [
  {
    path: "/arriving",
    lazy: async () => ({ Component: (await import("./DataImportPage")).DataImportPage }),
    handle: { focused: true, writes: true },
  },
];
