import { useWaiting } from "../../offline/waiting/useWaiting";
import { cx } from "../../ui/cx";
import { deviceName } from "../../ui/device";

/** What changes sums that the server adds up: money, and what is sent. */
const COUNTS = /\/(payments|send)$/;

/** Beneath figures that the server added up: what waits on this device is not in them. */
export function WithoutWaiting({ className }: { className?: string }) {
  const waits = useWaiting().some(({ write, problem }) => problem === null && COUNTS.test(write.path));
  if (!waits) return null;
  return (
    <p className={cx("text-quiet text-sm", className)}>
      {`Not counting changes on this ${deviceName()} that haven’t been sent yet.`}
    </p>
  );
}
