import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { PublicResponse } from "../../api/generated/PublicResponse";
import type { VoidedNotice } from "../../api/generated/VoidedNotice";
import { ALL_KINDS } from "../../documents/kind";

/** Which document a page is about, and what the server already said of it. */
export interface CustomerPageData {
  kind: DocumentKind;
  token: string;
  /** Its customer comes back from paying it by card: the address names a session, and it is this document's. */
  isBack?: boolean;
  /** As the GET answers; null where the link leads nowhere; missing where it has yet to be asked. */
  answer?: PublicResponse | null;
  /** What the server says where it was voided. */
  voided?: VoidedNotice;
}

/** What the server put into the page's first HTML; null in a page that it did not make. */
export function readEmbeddedPageData(page: Document): CustomerPageData | null {
  const data = page.getElementById("page-data")?.textContent;
  return data ? (JSON.parse(data) as CustomerPageData) : null;
}

/** The document that an address names: `/q/{token}` or `/i/{token}`. */
export function parsePublicPath(path: string): CustomerPageData | null {
  const [, pathLetter, token] = /^\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  const match = ALL_KINDS.find((one) => one.linkPrefix === pathLetter);
  return match && token ? { kind: match.kind, token: decodeURIComponent(token) } : null;
}
