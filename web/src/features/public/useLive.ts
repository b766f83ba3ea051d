import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { type LiveMessage, openLiveSocket } from "../../api/live-socket";
import { publicPageKeys } from "../../documents/publicPageKeys";

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
