import { useIsSending, useWaitingChanges, useWaitingChangesOf } from "../../offline/waiting/waiting-hooks";
import { Badge } from "../../ui/Badge";
import { cx } from "../../ui/cx";
import { deviceName, getOnlyHereText } from "../../ui/device";

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

/** What changes sums that the server adds up: money, and what is sent. */
const COUNTED_PATHS = /\/(payments|send)$/;

/** Beneath figures that the server added up: what waits on this device is not in them. */
export function WaitingNotCounted({ className }: { className?: string }) {
  const hasWaiting = useWaitingChanges().some(
    ({ write, problem }) => problem === null && COUNTED_PATHS.test(write.path),
  );
  if (!hasWaiting) return null;
  return (
    <p className={cx("text-quiet text-sm", className)}>
      {`Not counting changes on this ${deviceName()} that haven’t been sent yet.`}
    </p>
  );
}
