// One panel for every button that the server refused because of the plan. There is no second list in the browser of
// what a lapsed account may not do: a page that isn't marked with `writes` in its route's handle learns it when the
// server refuses.

import type { QueryClient } from "@tanstack/react-query";
import { needsPlan, needsPlus } from "../api/errors";
import { SUBSCRIPTION } from "../entities/plans/queries";
import { showRefusal } from "../entities/plans/refusals";

/**
 * Has it said in the one panel when a button's deed was refused for want of a plan, whatever the button. What is sent
 * behind the typing has words of its own.
 */
export function hearRefusals(client: QueryClient): void {
  const readAgain = () => void client.invalidateQueries({ queryKey: [SUBSCRIPTION], exact: true });
  client.getMutationCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "error") return;
    const { error } = event.action;
    if (!needsPlan(error) && !needsPlus(error)) return;
    showRefusal(error);
    readAgain();
  });
  client.getQueryCache().subscribe((event) => {
    // A page that was asked for says so itself.
    if (event.type === "updated" && event.action.type === "error" && needsPlus(event.action.error))
      readAgain();
  });
}
