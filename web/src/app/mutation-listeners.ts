// One dialog for every action that the server refused because of the plan. There is no second list in the
// browser of what a lapsed account may not do: a page that isn't marked with `writes` in its route's handle
// finds out when the server refuses.
import type { QueryClient } from "@tanstack/react-query";
import { isPlanLapsedError, isPlusRequiredError } from "../api/errors";
import { showPlanRefusal } from "../entities/plans/PlanRefusalDialog";
import { SUBSCRIPTION_PATH } from "../entities/plans/usePlan";
import { type TypingTracker, typingTracker } from "../ui/typing-tracker";

/**
 * Shows the shared dialog when an action was refused for lack of a plan, whatever the button. Background
 * saves display their own message.
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
    // A page displays the refusal of its own reads.
    if (event.type === "updated" && event.action.type === "error" && isPlusRequiredError(event.action.error))
      readAgain();
  });
}

/**
 * Marks the window as having unsaved typing while a mutation is running, because the data isn't saved until
 * the response arrives.
 */
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
