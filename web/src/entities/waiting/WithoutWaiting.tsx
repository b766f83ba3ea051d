import { useWaitingChanges } from "../../offline/waiting/waiting-hooks";
import { cx } from "../../ui/cx";
import { deviceName } from "../../ui/device";

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
