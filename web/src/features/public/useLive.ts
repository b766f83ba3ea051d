import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { type LiveMessage, openLive } from "../../api/socket";
import { publicKeys } from "../../documents/publicKeys";

/** After these the document is read again (docs/product.md, section 7). */
const changes = (kind: DocumentKind) => [
  `${kind}_updated`,
  "status_update",
  "payment_received",
  "payment_confirmed",
  // What was asked here, and whether it was answered.
  `${kind}_question`,
];

/** Keeps the page up to date while it is open; `onLive` hears every message as well. */
export function useLive(kind: DocumentKind, token: string, onLive: (message: LiveMessage) => void): void {
  const client = useQueryClient();
  useEffect(() => {
    const readAgain = () => void client.invalidateQueries({ queryKey: publicKeys.one(kind, token) });
    return openLive({
      greeting: { type: "authenticate_public", token },
      onMessage: (message) => {
        onLive(message);
        if (changes(kind).includes(message.type)) readAgain();
      },
      onReturn: readAgain,
    });
  }, [client, kind, token, onLive]);
}
