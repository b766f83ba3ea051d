import { CalendarClock } from "lucide-react";
import { Suspense } from "react";
import { Link, useLocation } from "react-router";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { useUnsentCount } from "../../documents/unsent/useKeptHere";
import { getPlanLinkLabel, getPlanNotice, hasPlanNotice, PLAN_PATH } from "../../entities/plans/planTexts";
import { usePlan } from "../../entities/plans/usePlan";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { cx } from "../../ui/cx";
import { deviceName } from "../../ui/device";

/** Says once, above every page but the plan's own, that the trial ends, a card failed or the plan has lapsed. */
export function PlanBanner({ focused }: { focused: boolean }) {
  const { subscription } = usePlan();
  const { pathname } = useLocation();
  if (!subscription || pathname === PLAN_PATH || !hasPlanNotice(subscription, todayInLondon())) return null;
  // Over a document that is being written there is room only for what stands in its way.
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
