import { EditorScreen } from "../../documents/editor/EditorScreen";

export function QuoteEditorPage() {
  return <EditorScreen kind="quote" />;
}
