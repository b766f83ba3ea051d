import { NewDocumentScreen } from "../../documents/editor/NewDocumentScreen";

export function NewQuotePage() {
  return <NewDocumentScreen kind="quote" />;
}
