import { CalendarOff } from "lucide-react";
import { Link } from "react-router";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/States";
import { usePlan } from "./usePlan";
import { asHeading, PLAN_PAGE, stillWorks, wayOf } from "./words";

/** In the place of what writes, where the plan has lapsed: why, what works all the same, and where to go on. */
export function NoPlan({ heading }: { heading?: "h1" | "h2" }) {
  const { answer } = usePlan();
  if (!answer) return null;
  return (
    <EmptyState
      icon={CalendarOff}
      heading={heading}
      title={asHeading(answer.sentence ?? "Your plan has ended.")}
      action={
        <Button asChild variant="primary">
          <Link to={PLAN_PAGE}>{wayOf(answer)}</Link>
        </Button>
      }
    >
      {stillWorks(answer)}
    </EmptyState>
  );
}
