import { CalendarOff } from "lucide-react";
import { Link } from "react-router";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/States";
import { describeLapsedPlan, getPlanLinkLabel, PLAN_PATH, toHeading } from "./planTexts";
import { usePlan } from "./usePlan";

/** Shown instead of a form when the plan has lapsed: why, what still works and where to go. */
export function PlanLapsed({ heading }: { heading?: "h1" | "h2" }) {
  const { subscription } = usePlan();
  if (!subscription) return null;
  return (
    <EmptyState
      icon={CalendarOff}
      heading={heading}
      title={toHeading(subscription.sentence ?? "Your plan has ended.")}
      action={
        <Button asChild variant="primary">
          <Link to={PLAN_PATH}>{getPlanLinkLabel(subscription)}</Link>
        </Button>
      }
    >
      {describeLapsedPlan(subscription)}
    </EmptyState>
  );
}
