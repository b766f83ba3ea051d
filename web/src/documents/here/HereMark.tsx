import type { DocumentKind } from "../../api/generated/DocumentKind";
import { Badge } from "../../ui/Badge";
import { onlyHere } from "../../ui/device";
import { useHere, useWillBeSent } from "./useHere";

/** On a document's row: the server does not have it is here. Of one that is saved nothing need be said. */
export function HereMark({ kind, id, status }: { kind: DocumentKind; id: string; status: string }) {
  const where = useHere(kind, id, status);
  const willBeSent = useWillBeSent(kind, id);
  if (where === "saved") return null;
  return where === "sending" ? (
    <Badge tone="blue" label="Sending" />
  ) : (
    <Badge tone="amber" label={willBeSent ? "Will be sent" : onlyHere()} />
  );
}
