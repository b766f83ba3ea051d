import type { RouteObject } from "react-router";

/** The contacts' screens, each loaded when first visited. */
export const contactRoutes: RouteObject[] = [
  { path: "/contacts", lazy: async () => ({ Component: (await import("./ContactsPage")).ContactsPage }) },
  {
    path: "/contacts/:id",
    lazy: async () => ({ Component: (await import("./ContactPage")).ContactPage }),
    handle: { quiet: true },
  },
  {
    path: "/contacts/import",
    lazy: async () => ({ Component: (await import("./ContactsImportPage")).ContactsImportPage }),
    handle: { focused: true, writes: true },
  },
  {
    path: "/contacts/:id/statement",
    lazy: async () => ({ Component: (await import("./StatementPage")).StatementPage }),
    handle: { quiet: true },
  },
  {
    path: "/contacts/:id/edit",
    lazy: async () => ({ Component: (await import("./EditContactPage")).EditContactPage }),
    handle: { focused: true, writes: true },
  },
  {
    path: "/add-contact",
    lazy: async () => ({ Component: (await import("./AddContactPage")).AddContactPage }),
    handle: { focused: true, writes: true },
  },
];
