import { PublicPage } from "./PublicPage";

export function PublicQuotePage() {
  return <PublicPage kind="quote" />;
}
