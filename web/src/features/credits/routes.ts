import type { RouteObject } from "react-router";

/** The screens of this feature, each loaded when first visited. */
export const creditRoutes: RouteObject[] = [
  {
    path: "/credit-notes",
    lazy: async () => ({ Component: (await import("./CreditNotesPage")).CreditNotesPage }),
  },
  {
    path: "/credit-notes/:id",
    lazy: async () => ({ Component: (await import("./CreditNotePage")).CreditNotePage }),
    // On a phone the page's own action takes the place of 'New'.
    handle: { quiet: true },
  },
];
