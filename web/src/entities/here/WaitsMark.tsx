import { useIsSending, useWaitingOf } from "../../offline/waiting/useWaiting";
import { Badge } from "../../ui/Badge";
import { onlyHere } from "../../ui/device";

/** On a row of contacts, items, expenses or templates: the server does not have it as it is here. */
export function WaitsMark({
  sort,
  id,
}: {
  sort: "contact" | "item" | "expense" | "quote_template";
  id: string;
}) {
  const waits = useWaitingOf(sort, id).length > 0;
  const isSending = useIsSending({ sort, id });
  if (!waits) return null;
  return isSending ? <Badge tone="blue" label="Sending" /> : <Badge tone="amber" label={onlyHere()} />;
}
