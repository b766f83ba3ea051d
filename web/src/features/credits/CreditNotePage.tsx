import { DetailScreen } from "../../documents/detail/DetailScreen";

export function CreditNotePage() {
  return <DetailScreen kind="credit_note" />;
}
