import { useQueryClient } from "@tanstack/react-query";
import type { Feature } from "../../api/generated/Feature";
import { markAsWrite } from "../../ui/support-view";
import { createLapsedError } from "./offline";
import { showPlanRefusal } from "./PlanRefusalDialog";
import { NEEDS_PLUS } from "./planTexts";
import { subscriptionQuery, usePlan } from "./usePlan";

/**
 * Wraps an action so that it first checks the plan: if the plan has lapsed or lacks the feature, it shows the
 * refusal instead, so that nobody fills in a form that would be refused.
 */
export function usePlanGuard(feature?: Feature): (action: () => void) => () => void {
  const { subscription, isLapsed, lacksFeature } = usePlan();
  const client = useQueryClient();
  const findRefusal = () => {
    if (isLapsed && subscription) return createLapsedError(subscription);
    return feature && lacksFeature(feature) ? { code: "needs_plus", message: NEEDS_PLUS[feature] } : null;
  };
  return (action) =>
    markAsWrite(() => {
      const refusal = findRefusal();
      if (!refusal) return action();
      showPlanRefusal(refusal);
      // The plan may have been bought elsewhere since.
      void client.invalidateQueries({ queryKey: subscriptionQuery.queryKey, exact: true });
    });
}
