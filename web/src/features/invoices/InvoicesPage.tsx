import { DocumentListPage } from "../../documents/list/DocumentListPage";

export function InvoicesPage() {
  return <DocumentListPage kind="invoice" />;
}
