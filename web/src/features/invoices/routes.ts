import type { RouteObject } from "react-router";

/** The page brings its own actions for the bottom of a phone. */
const focused = { focused: true };

/** The screens of this feature, each loaded when first visited. */
export const invoiceRoutes: RouteObject[] = [
  { path: "/invoices", lazy: async () => ({ Component: (await import("./InvoicesPage")).InvoicesPage }) },
  {
    path: "/invoices/create",
    lazy: async () => ({ Component: (await import("./NewInvoicePage")).NewInvoicePage }),
    handle: { focused: true, writes: true },
  },
  {
    path: "/invoices/edit/:id",
    lazy: async () => ({ Component: (await import("./InvoiceEditorPage")).InvoiceEditorPage }),
    handle: { focused: true, edits: true },
  },
  {
    path: "/invoices/:id",
    lazy: async () => ({ Component: (await import("./InvoicePage")).InvoicePage }),
    handle: focused,
  },
];
