import type { RouteObject } from "react-router";

/** The quote templates, loaded when first visited. */
export const quoteTemplateRoutes: RouteObject[] = [
  {
    path: "/quotes/templates",
    lazy: async () => ({ Component: (await import("./QuoteTemplatesPage")).QuoteTemplatesPage }),
  },
];
