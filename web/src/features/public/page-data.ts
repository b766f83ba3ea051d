import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { PublicResponse } from "../../api/generated/PublicResponse";
import type { VoidedNotice } from "../../api/generated/VoidedNotice";
import { type LiveMessage, openLiveSocket } from "../../api/live-socket";
import { get } from "../../api/requests";
import { ALL_KINDS, KINDS } from "../../documents/kind";
import { publicPageKeys } from "../../documents/publicPageKeys";

/** Which document a page is about, and what the server already sent about it. */
export interface CustomerPageData {
  kind: DocumentKind;
  token: string;
  /** The customer has returned from paying by card: the address names a checkout session of this document. */
  isBack?: boolean;
  /** The response to the GET; null where the link leads nowhere; missing where it still has to be fetched. */
  answer?: PublicResponse | null;
  /** The server's notice for a voided document. */
  voided?: VoidedNotice;
}

/**
 * The data that the server embedded in the page's first HTML; null in a page that the server did not render.
 */
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

/**
 * What a customer may see at a link: fresh for 5 minutes, cached for 10, refetched when the window is focused
 * again.
 */
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

/** After these messages the document is refetched (docs/product.md, section 7). */
const listRefreshingMessages = (kind: DocumentKind) => [
  `${kind}_updated`,
  "status_update",
  "payment_received",
  "payment_confirmed",
  // The questions asked here, and their replies.
  `${kind}_question`,
];

/** Refetches the page after live updates while it is open; `onLive` also receives every message. */
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
