import { CirclePause, FilePen, Send } from "lucide-react";
import type { RecurringSummary } from "../../api/generated/RecurringSummary";
import { Badge } from "../../ui/Badge";

/** What becomes of it on its day, or why nothing does. */
export function RecurringStateBadge({
  recurring: { paused, trouble, nextDay, makes },
}: {
  recurring: Pick<RecurringSummary, "paused" | "trouble" | "nextDay" | "makes">;
}) {
  if (trouble) return <Badge tone="red" label="Stopped" />;
  if (paused) return <Badge tone="amber" label="Paused" icon={CirclePause} />;
  if (!nextDay) return <Badge tone="grey" label="Ended" />;
  if (makes === "sent") return <Badge tone="blue" label="Sends" icon={Send} />;
  return <Badge tone="grey" label="Makes a draft" icon={FilePen} />;
}
