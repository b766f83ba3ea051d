import { CreateScreen } from "../../documents/editor/CreateScreen";

export function NewQuotePage() {
  return <CreateScreen kind="quote" />;
}
