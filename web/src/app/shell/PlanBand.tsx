import { CalendarClock } from "lucide-react";
import { Suspense } from "react";
import { Link, useLocation } from "react-router";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { useKeptHere } from "../../documents/here/useKeptHere";
import { usePlan } from "../../entities/plans/usePlan";
import { isSpokenOf, PLAN_PAGE, spokenOf, wayOf } from "../../entities/plans/words";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { cx } from "../../ui/cx";
import { deviceName } from "../../ui/device";

/** Says once, above every page but the plan's own, that the trial ends, a card failed or the plan has lapsed. */
export function PlanBand({ focused }: { focused: boolean }) {
  const { answer } = usePlan();
  const { pathname } = useLocation();
  if (!answer || pathname === PLAN_PAGE || !isSpokenOf(answer, todayInLondon())) return null;
  // Over a document that is being written there is room only for what stands in its way.
  if (focused && answer.standing.is === "trial") return null;
  return (
    <Suspense>
      <Said answer={answer} />
    </Suspense>
  );
}

function Said({ answer }: { answer: SubscriptionResponse }) {
  const { dateLong } = useRules();
  const kept = useKeptHere() ?? 0;
  const isLapsed = answer.standing.is === "lapsed";
  const sentence = spokenOf(answer, todayInLondon(), dateLong);
  const changes = kept === 1 ? "1 change is saved" : `${kept} changes are saved`;
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
        {isLapsed && kept > 0 ? ` ${changes} on this ${deviceName()} until you have a plan.` : null}
      </p>
      <Link
        to={PLAN_PAGE}
        className="-my-1 shrink-0 rounded-md py-2 font-medium underline underline-offset-4"
      >
        {wayOf(answer)}
      </Link>
    </div>
  );
}
