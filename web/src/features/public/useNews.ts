import { type RefObject, useEffect } from "react";
import type { CustomerMutation } from "./customer-actions";

/** Looks there, once the sheet over it has gone, which gives the focus back to a button that may be gone as well. */
export function focusAndScrollTo(findElement: () => HTMLElement | null): number {
  return requestAnimationFrame(() => {
    const element = findElement();
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: "start" });
  });
}

/**
 * Once something was done, the focus is where the page says what came of it, and that is in view. A quote that was
 * accepted goes straight on to its deposit, where one is due.
 */
export function useResultFocus(
  mutation: CustomerMutation,
  panel: RefObject<HTMLElement | null>,
  payCard: RefObject<HTMLElement | null>,
): void {
  const finishedAt = mutation.isSuccess ? mutation.submittedAt : 0;
  const isAccepted = mutation.isSuccess && mutation.variables.action === "accept";
  useEffect(() => {
    if (!finishedAt) return;
    const frame = focusAndScrollTo(() => (isAccepted ? (payCard.current ?? panel.current) : panel.current));
    return () => cancelAnimationFrame(frame);
  }, [finishedAt, isAccepted, panel, payCard]);
}
