import { DetailScreen } from "../../documents/detail/DetailScreen";

export function QuotePage() {
  return <DetailScreen kind="quote" />;
}
