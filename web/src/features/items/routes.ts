import type { RouteObject } from "react-router";

/** The library's screens, each loaded when first visited. `/items/edit/new` makes an item. */
export const itemRoutes: RouteObject[] = [
  { path: "/items", lazy: async () => ({ Component: (await import("./ItemsPage")).ItemsPage }) },
  {
    path: "/items/edit/:id",
    lazy: async () => ({ Component: (await import("./EditItemPage")).EditItemPage }),
    handle: { focused: true },
  },
];
