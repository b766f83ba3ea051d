import { NewDocumentScreen } from "../../documents/editor/NewDocumentScreen";

export function NewInvoicePage() {
  return <NewDocumentScreen kind="invoice" />;
}
