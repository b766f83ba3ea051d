import { DetailScreen } from "../../documents/detail/DetailScreen";

export function InvoicePage() {
  return <DetailScreen kind="invoice" />;
}
