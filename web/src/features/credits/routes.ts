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
    // Its one action is where 'New' would be on a phone.
    handle: { quiet: true },
  },
];
