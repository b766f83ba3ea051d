import { useIsSending, useWaitingChangesOf } from "../../offline/waiting/waiting-hooks";
import { Badge } from "../../ui/Badge";
import { getOnlyHereText } from "../../ui/device";

/** On a row of contacts, items, expenses or templates: the server does not have it as it is here. */
export function WaitingBadge({
  sort,
  id,
}: {
  sort: "contact" | "item" | "expense" | "quote_template";
  id: string;
}) {
  const isWaiting = useWaitingChangesOf(sort, id).length > 0;
  const isSending = useIsSending({ sort, id });
  if (!isWaiting) return null;
  return isSending ? <Badge tone="blue" label="Sending" /> : <Badge tone="amber" label={getOnlyHereText()} />;
}
