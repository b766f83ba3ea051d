import type { DocumentKind } from "../../api/generated/DocumentKind";
import { Badge } from "../../ui/Badge";
import { getOnlyHereText } from "../../ui/device";
import { useSyncState, useWillBeSent } from "./useSyncState";

/** On a document's row: the server does not have it is here. Of one that is saved nothing need be said. */
export function UnsentBadge({ kind, id, status }: { kind: DocumentKind; id: string; status: string }) {
  const syncState = useSyncState(kind, id, status);
  const willBeSent = useWillBeSent(kind, id);
  if (syncState === "saved") return null;
  return syncState === "sending" ? (
    <Badge tone="blue" label="Sending" />
  ) : (
    <Badge tone="amber" label={willBeSent ? "Will be sent" : getOnlyHereText()} />
  );
}
