import { useQuery } from "@tanstack/react-query";
import { ClockAlert, CloudOff, CloudUpload, TriangleAlert } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Link } from "react-router";
import { clock } from "../../api/clock";
import { useKeptHere } from "../../documents/here/useKeptHere";
import { useNeedYou } from "../../documents/here/useNeedYou";
import { isKeeping } from "../../offline/device/device";
import { useConnection, useSending } from "../../offline/waiting/useWaiting";
import { cx } from "../../ui/cx";
import { deviceName } from "../../ui/device";
import { moment, timeOfDay } from "../../ui/moment";

/** Whether there is signal, and what waits for it: calm, and out of the way while all is as ever. */
export function ConnectionBar() {
  const { reached, shownFrom } = useConnection();
  const count = useKeptHere() ?? 0;
  const sending = useSending();
  const isKept =
    useQuery({ queryKey: ["is-keeping"], queryFn: isKeeping, enabled: !reached, networkMode: "always" })
      .data ?? true;
  const aside = useNeedYou();
  const isClockWrong = useSyncExternalStore(clock.subscribe, clock.wrongBy) !== 0;
  const isQuiet = aside === 0 && (count === 0 || sending.thing === null);
  if (reached && isQuiet && !isClockWrong) return null;
  const Icon = !reached ? CloudOff : aside > 0 ? TriangleAlert : isQuiet ? ClockAlert : CloudUpload;
  return (
    <div
      role="status"
      className={cx(
        "flex min-h-11 print:hidden items-center gap-3 border-line border-b px-4 py-1.5 text-sm md:px-8",
        reached && (aside > 0 || isQuiet) ? "bg-warn-tint text-warn" : "bg-idle-tint text-idle",
      )}
    >
      <Icon aria-hidden size={18} strokeWidth={1.75} className="shrink-0" />
      <p className="min-w-0 flex-1">
        {reached
          ? aside > 0
            ? said(aside, "change needs you", "changes need you")
            : isQuiet
              ? wrongClock()
              : `Sending ${said(count, "change", "changes")}`
          : isKept
            ? `No signal. Carry on: it’s saved on this ${deviceName()}.`
            : "No signal, and this browser can’t save anything. Leave this page open until it is sent."}
        {!reached && shownFrom !== null && ` Shown as of ${timeOfDay(shownFrom)}.`}
      </p>
      {count > 0 && (
        <Link
          to="/waiting"
          className="-my-1 shrink-0 rounded-md py-2 font-medium underline underline-offset-4"
        >
          {reached && aside > 0 ? (aside === 1 ? "See it" : "See them") : `${count} waiting`}
        </Link>
      )}
    </div>
  );
}

const wrongClock = () =>
  `The clock of this ${deviceName()} is wrong: it says ${moment(Date.now())}. Quotes and invoices take their dates from it.`;

const said = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;
