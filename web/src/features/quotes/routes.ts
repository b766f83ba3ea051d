import type { RouteObject } from "react-router";

/** The page has its own actions at the bottom of a phone. */
const focused = { focused: true };

/** The screens of this feature, each loaded when first visited. */
export const quoteRoutes: RouteObject[] = [
  { path: "/quotes", lazy: async () => ({ Component: (await import("./QuotesPage")).QuotesPage }) },
  {
    path: "/quotes/create",
    lazy: async () => ({ Component: (await import("./NewQuotePage")).NewQuotePage }),
    handle: { focused: true, writes: true },
  },
  {
    path: "/quotes/edit/:id",
    lazy: async () => ({ Component: (await import("./QuoteEditorPage")).QuoteEditorPage }),
    handle: { focused: true, edits: true },
  },
  {
    path: "/quotes/:id/versions",
    lazy: async () => ({ Component: (await import("./QuoteVersionsPage")).QuoteVersionsPage }),
    handle: focused,
  },
  {
    path: "/quotes/:id",
    lazy: async () => ({ Component: (await import("./QuotePage")).QuotePage }),
    // On a phone the page's own action takes the place of 'New'.
    handle: { quiet: true },
  },
];
