import type { RouteObject } from "react-router";

/** Whole quotes that are kept to make others of; loaded when first visited. */
export const quoteTemplateRoutes: RouteObject[] = [
  {
    path: "/quotes/templates",
    lazy: async () => ({ Component: (await import("./QuoteTemplatesPage")).QuoteTemplatesPage }),
  },
];
