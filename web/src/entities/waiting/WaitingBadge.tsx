import { useIsSending, useWaitingChanges, useWaitingChangesOf } from "../../offline/waiting/waiting-hooks";
import { Badge } from "../../ui/Badge";
import { cx } from "../../ui/cx";
import { deviceName, getOnlyHereText } from "../../ui/device";

/** Marks a contact, item, expense or template whose changes haven't been sent to the server. */
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

/** Writes that change sums calculated by the server: payments and sent documents. */
const COUNTED_PATHS = /\/(payments|send)$/;

/** A note under sums from the server: changes that are waiting on this device aren't included. */
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
