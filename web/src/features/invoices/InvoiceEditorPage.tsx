import { EditorScreen } from "../../documents/editor/EditorScreen";

export function InvoiceEditorPage() {
  return <EditorScreen kind="invoice" />;
}
