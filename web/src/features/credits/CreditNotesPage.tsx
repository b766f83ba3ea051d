import { DocumentListPage } from "../../documents/list/DocumentListPage";

export function CreditNotesPage() {
  return <DocumentListPage kind="credit_note" />;
}
