import { useMutation, useQuery } from "@tanstack/react-query";
import { CalendarClock, ClockAlert, CloudOff, CloudUpload, Eye, TriangleAlert } from "lucide-react";
import { Suspense, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import type { User } from "../../api/generated/User";
import { deviceClock } from "../../api/reachability";
import { post } from "../../api/requests";
import { useNeedsAttentionCount, useUnsentCount } from "../../documents/unsent/useUnsentCounts";
import { getPlanLinkLabel, getPlanNotice, hasPlanNotice, PLAN_PATH } from "../../entities/plans/planTexts";
import { usePlan } from "../../entities/plans/usePlan";
import { canStoreOnDevice } from "../../offline/device/database";
import { useConnection, useSendingState } from "../../offline/waiting/waiting-hooks";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { cx } from "../../ui/cx";
import { deviceName } from "../../ui/device";
import { formatDateTime, formatTimeOfDay } from "../../ui/formats";
import { toast } from "../../ui/toast";

/** Displays the connection and the waiting changes; hidden while everything is normal. */
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
            : "No signal, and this browser can’t save anything. Leave this page open until your work is sent."}
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

/** Above every page except the plan's own: the trial is ending, a card failed or the plan has lapsed. */
export function PlanBanner({ focused }: { focused: boolean }) {
  const { subscription } = usePlan();
  const { pathname } = useLocation();
  if (!subscription || pathname === PLAN_PATH || !hasPlanNotice(subscription, todayInLondon())) return null;
  // Over an open document there is only space for what prevents the user from working.
  if (focused && subscription.standing.is === "trial") return null;
  return (
    <Suspense>
      <PlanMessage answer={subscription} />
    </Suspense>
  );
}

function PlanMessage({ answer }: { answer: SubscriptionResponse }) {
  const { dateLong } = useRules();
  const unsentCount = useUnsentCount() ?? 0;
  const isLapsed = answer.standing.is === "lapsed";
  const sentence = getPlanNotice(answer, todayInLondon(), dateLong);
  const changes = unsentCount === 1 ? "1 change is saved" : `${unsentCount} changes are saved`;
  return (
    <div
      className={cx(
        "flex min-h-11 items-center gap-3 border-line border-b px-4 py-1.5 text-sm md:px-8 print:hidden",
        answer.standing.is === "trial" ? "bg-idle-tint text-idle" : "bg-warn-tint text-warn",
      )}
    >
      <CalendarClock aria-hidden size={18} strokeWidth={1.75} className="shrink-0" />
      <p className="min-w-0 flex-1">
        {sentence}
        {isLapsed && unsentCount > 0 ? ` ${changes} on this ${deviceName()} until you have a plan.` : null}
      </p>
      <Link
        to={PLAN_PATH}
        className="-my-1 shrink-0 rounded-md py-2 font-medium underline underline-offset-4"
      >
        {getPlanLinkLabel(answer)}
      </Link>
    </div>
  );
}

/** Displayed the whole time that support is looking into an account: whose it is, and a button to leave. */
export function SupportBanner({ user, until }: { user: User; until: number }) {
  const leave = useMutation({
    mutationFn: () => post("/api/admin/leave"),
    // The loaded data belongs to the other account, so the app is reloaded.
    onSuccess: () => window.location.assign(`/admin/users/${user.id}`),
    onError: (error) =>
      toast({ title: "That didn’t work", description: getErrorMessage(error), tone: "bad" }),
  });
  return (
    <div
      role="status"
      className="sticky top-0 z-30 flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 bg-ink px-4 py-2 text-paper text-sm md:px-8 print:hidden"
    >
      <Eye aria-hidden size={18} strokeWidth={1.75} className="shrink-0" />
      <p className="wrap-anywhere min-w-0 flex-1 basis-56">
        You are looking at {user.name || user.email}’s account as support, until {formatTimeOfDay(until)}. You
        can’t change anything.
      </p>
      <button
        type="button"
        disabled={leave.isPending}
        onClick={() => leave.mutate()}
        className="min-h-11 rounded-md px-3 font-semibold underline underline-offset-4 focus-visible:outline-paper md:pointer-fine:min-h-9"
      >
        Leave
      </button>
    </div>
  );
}
