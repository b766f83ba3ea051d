import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { PublicResponse } from "../../api/generated/PublicResponse";
import type { VoidedNotice } from "../../api/generated/VoidedNotice";
import { type LiveMessage, openLiveSocket } from "../../api/live-socket";
import { get } from "../../api/requests";
import { ALL_KINDS, KINDS } from "../../documents/kind";
import { publicPageKeys } from "../../documents/publicPageKeys";

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

const MINUTE = 60_000;

/** What the holder of a link may see: fresh for 5 minutes, kept for 10, read again on coming back. */
export const customerPageQuery = ({ kind, token, answer }: CustomerPageData) =>
  queryOptions({
    queryKey: publicPageKeys.one(kind, token),
    queryFn: ({ signal }) =>
      get(`${KINDS[kind].api}/public/{token}`, { params: { token }, query: { with: "page" }, signal }),
    initialData: answer ?? undefined,
    enabled: answer !== null,
    staleTime: 5 * MINUTE,
    gcTime: 10 * MINUTE,
    refetchOnWindowFocus: true,
  });

/** After these the document is read again (docs/product.md, section 7). */
const listRefreshingMessages = (kind: DocumentKind) => [
  `${kind}_updated`,
  "status_update",
  "payment_received",
  "payment_confirmed",
  // What was asked here, and whether it was answered.
  `${kind}_question`,
];

/** Keeps the page up to date while it is open; `onLive` hears every message as well. */
export function useCustomerPageUpdates(
  kind: DocumentKind,
  token: string,
  onLive: (message: LiveMessage) => void,
): void {
  const client = useQueryClient();
  useEffect(() => {
    const refetch = () => void client.invalidateQueries({ queryKey: publicPageKeys.one(kind, token) });
    return openLiveSocket({
      greeting: { type: "authenticate_public", token },
      onMessage: (message) => {
        onLive(message);
        if (listRefreshingMessages(kind).includes(message.type)) refetch();
      },
      onReturn: refetch,
    });
  }, [client, kind, token, onLive]);
}
