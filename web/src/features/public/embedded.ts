import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { PublicResponse } from "../../api/generated/PublicResponse";
import type { VoidedNotice } from "../../api/generated/VoidedNotice";
import { ALL_KINDS } from "../../documents/kind";

/** Which document a page is about, and what the server already said of it. */
export interface PageData {
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
export function embedded(page: Document): PageData | null {
  const data = page.getElementById("page-data")?.textContent;
  return data ? (JSON.parse(data) as PageData) : null;
}

/** The document that an address names: `/q/{token}` or `/i/{token}`. */
export function addressed(path: string): PageData | null {
  const [, letter, token] = /^\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  const words = ALL_KINDS.find((one) => one.letter === letter);
  return words && token ? { kind: words.kind, token: decodeURIComponent(token) } : null;
}
