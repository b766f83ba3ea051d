import type { RouteObject } from "react-router";

/** Existing items can be read without a plan; `new` creates one. */
const isNew = ({ id }: { id?: string }) => id === "new";

/** The items' screens, each loaded when first visited. `/items/edit/new` creates an item. */
export const itemRoutes: RouteObject[] = [
  { path: "/items", lazy: async () => ({ Component: (await import("./ItemsPage")).ItemsPage }) },
  {
    path: "/items/import",
    lazy: async () => ({ Component: (await import("./import/ImportItemsPage")).ImportItemsPage }),
    handle: { focused: true, writes: true },
  },
  {
    path: "/items/edit/:id",
    lazy: async () => ({ Component: (await import("./EditItemPage")).EditItemPage }),
    handle: { focused: true, writes: isNew, own: true },
  },
];
