import { DocumentListPage } from "../../documents/list/DocumentListPage";

export function QuotesPage() {
  return <DocumentListPage kind="quote" />;
}
