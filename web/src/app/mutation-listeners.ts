// One panel for every button that the server refused because of the plan. There is no second list in the browser of
// what a lapsed account may not do: a page that isn't marked with `writes` in its route's handle learns it when the
// server refuses.
import type { QueryClient } from "@tanstack/react-query";
import { isPlanLapsedError, isPlusRequiredError } from "../api/errors";
import { showPlanRefusal } from "../entities/plans/PlanRefusalDialog";
import { SUBSCRIPTION_PATH } from "../entities/plans/usePlan";
import { type TypingTracker, typingTracker } from "../ui/typing-tracker";

/**
 * Has it said in the one panel when a button's deed was refused for want of a plan, whatever the button. What is sent
 * behind the typing has words of its own.
 */
export function showPlanRefusals(client: QueryClient): void {
  const readAgain = () => void client.invalidateQueries({ queryKey: [SUBSCRIPTION_PATH], exact: true });
  client.getMutationCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "error") return;
    const { error } = event.action;
    if (!isPlanLapsedError(error) && !isPlusRequiredError(error)) return;
    showPlanRefusal(error);
    readAgain();
  });
  client.getQueryCache().subscribe((event) => {
    // A page that was asked for says so itself.
    if (event.type === "updated" && event.action.type === "error" && isPlusRequiredError(event.action.error))
      readAgain();
  });
}

/** Marks the window while something is being sent: until the answer is there, it is no more than typed. */
export function trackPendingMutations(client: QueryClient, tracker: TypingTracker = typingTracker): void {
  let end: (() => void) | null = null;
  client.getMutationCache().subscribe(() => {
    if (client.isMutating() > 0) {
      end ??= tracker.begin();
      return;
    }
    end?.();
    end = null;
  });
}
