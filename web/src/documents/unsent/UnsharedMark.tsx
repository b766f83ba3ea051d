import type { DocumentKind } from "../../api/generated/DocumentKind";
import { Badge } from "../../ui/Badge";
import { useWillBeSent } from "./useSyncState";
import { useUnsharedIds } from "./useUnshared";

/** On a document's row: it was changed on this device, and its customer has not been shown that. */
export function UnsharedBadge({ kind, id, status }: { kind: DocumentKind; id: string; status: string }) {
  const unshared = useUnsharedIds(kind);
  const willBeSent = useWillBeSent(kind, id);
  // A draft nobody else sees: what is typed into it is on its way.
  if (status === "draft" || willBeSent || !unshared.has(id)) return null;
  return <Badge tone="amber" label="Changes not shared" />;
}
