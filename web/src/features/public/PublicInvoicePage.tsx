import { PublicPage } from "./PublicPage";

export function PublicInvoicePage() {
  return <PublicPage kind="invoice" />;
}
