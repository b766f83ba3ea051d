import type { RouteObject } from "react-router";

/** The archives, loaded when first visited. */
export const archiveRoutes: RouteObject[] = [
  {
    path: "/archives",
    // New documents aren't started from the archives.
    handle: { quiet: true },
    lazy: async () => ({ Component: (await import("./ArchivesPage")).ArchivesPage }),
  },
];
