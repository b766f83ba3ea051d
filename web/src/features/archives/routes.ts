import type { RouteObject } from "react-router";

/** What was put away, loaded when first visited. */
export const archiveRoutes: RouteObject[] = [
  {
    path: "/archives",
    // Nothing is begun among what is over.
    handle: { quiet: true },
    lazy: async () => ({ Component: (await import("./ArchivesPage")).ArchivesPage }),
  },
];
