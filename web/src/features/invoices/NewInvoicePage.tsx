import { CreateScreen } from "../../documents/editor/CreateScreen";

export function NewInvoicePage() {
  return <CreateScreen kind="invoice" />;
}
