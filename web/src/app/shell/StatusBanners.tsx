import { useQuery } from "@tanstack/react-query";
import { ClockAlert, CloudOff, CloudUpload, TriangleAlert } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Link } from "react-router";
import { deviceClock } from "../../api/clock";
import { useUnsentCount } from "../../documents/unsent/useKeptHere";
import { useNeedsAttentionCount } from "../../documents/unsent/useUnsentCounts";
import { canStoreOnDevice } from "../../offline/device/database";
import { useConnection, useSendingState } from "../../offline/waiting/waiting-hooks";
import { cx } from "../../ui/cx";
import { deviceName } from "../../ui/device";
import { formatDateTime, formatTimeOfDay } from "../../ui/formats";

/** Whether there is signal, and what waits for it: calm, and out of the way while all is as ever. */
export function ConnectionBar() {
  const { reached, oldestShownAt } = useConnection();
  const count = useUnsentCount() ?? 0;
  const sending = useSendingState();
  const canStore =
    useQuery({
      queryKey: ["is-keeping"],
      queryFn: canStoreOnDevice,
      enabled: !reached,
      networkMode: "always",
    }).data ?? true;
  const needsAttention = useNeedsAttentionCount();
  const isClockWrong = useSyncExternalStore(deviceClock.subscribe, deviceClock.getOffset) !== 0;
  const isQuiet = needsAttention === 0 && (count === 0 || sending.thing === null);
  if (reached && isQuiet && !isClockWrong) return null;
  const Icon = !reached ? CloudOff : needsAttention > 0 ? TriangleAlert : isQuiet ? ClockAlert : CloudUpload;
  return (
    <div
      role="status"
      className={cx(
        "flex min-h-11 print:hidden items-center gap-3 border-line border-b px-4 py-1.5 text-sm md:px-8",
        reached && (needsAttention > 0 || isQuiet) ? "bg-warn-tint text-warn" : "bg-idle-tint text-idle",
      )}
    >
      <Icon aria-hidden size={18} strokeWidth={1.75} className="shrink-0" />
      <p className="min-w-0 flex-1">
        {reached
          ? needsAttention > 0
            ? formatCount(needsAttention, "change needs you", "changes need you")
            : isQuiet
              ? describeWrongClock()
              : `Sending ${formatCount(count, "change", "changes")}`
          : canStore
            ? `No signal. Carry on: it’s saved on this ${deviceName()}.`
            : "No signal, and this browser can’t save anything. Leave this page open until it is sent."}
        {!reached && oldestShownAt !== null && ` Shown as of ${formatTimeOfDay(oldestShownAt)}.`}
      </p>
      {count > 0 && (
        <Link
          to="/waiting"
          className="-my-1 shrink-0 rounded-md py-2 font-medium underline underline-offset-4"
        >
          {reached && needsAttention > 0
            ? needsAttention === 1
              ? "See it"
              : "See them"
            : `${count} waiting`}
        </Link>
      )}
    </div>
  );
}

const describeWrongClock = () =>
  `The clock of this ${deviceName()} is wrong: it says ${formatDateTime(Date.now())}. Quotes and invoices take their dates from it.`;

const formatCount = (count: number, one: string, several: string) =>
  `${count} ${count === 1 ? one : several}`;
