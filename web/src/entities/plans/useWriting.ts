import { useQueryClient } from "@tanstack/react-query";
import type { Feature } from "../../api/generated/Feature";
import { asDeed } from "../../ui/looking";
import { lapsed } from "./offline";
import { subscriptionQuery } from "./queries";
import { showRefusal } from "./refusals";
import { usePlan } from "./usePlan";
import { NEEDS_PLUS } from "./words";

/**
 * Makes a deed that writes one that asks for a plan first, where the account's has lapsed or has no such part: nobody
 * fills in a form that will not be taken.
 */
export function useWriting(feature?: Feature): (deed: () => void) => () => void {
  const { answer, isStopped, lacks } = usePlan();
  const client = useQueryClient();
  const whyNot = () => {
    if (isStopped && answer) return lapsed(answer);
    return feature && lacks(feature) ? { code: "needs_plus", message: NEEDS_PLUS[feature] } : null;
  };
  return (deed) =>
    asDeed(() => {
      const refusal = whyNot();
      if (!refusal) return deed();
      showRefusal(refusal);
      // It may have been bought elsewhere since.
      void client.invalidateQueries({ queryKey: subscriptionQuery.queryKey, exact: true });
    });
}
