import type { RouteObject } from "react-router";

/** On a phone the page's own action takes the place of 'New'. */
const quiet = { quiet: true };

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
    handle: quiet,
  },
];
