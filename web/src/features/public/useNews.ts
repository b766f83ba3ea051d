import { type RefObject, useEffect } from "react";
import type { CustomerDeed } from "./mutations";

/** Looks there, once the sheet over it has gone, which gives the focus back to a button that may be gone as well. */
export function lookAt(where: () => HTMLElement | null): number {
  return requestAnimationFrame(() => {
    const news = where();
    news?.focus({ preventScroll: true });
    news?.scrollIntoView({ block: "start" });
  });
}

/**
 * Once something was done, the focus is where the page says what came of it, and that is in view. A quote that was
 * accepted goes straight on to its deposit, where one is due.
 */
export function useNews(
  deed: CustomerDeed,
  panel: RefObject<HTMLElement | null>,
  payCard: RefObject<HTMLElement | null>,
): void {
  const done = deed.isSuccess ? deed.submittedAt : 0;
  const isAccepted = deed.isSuccess && deed.variables.deed === "accept";
  useEffect(() => {
    if (!done) return;
    const frame = lookAt(() => (isAccepted ? (payCard.current ?? panel.current) : panel.current));
    return () => cancelAnimationFrame(frame);
  }, [done, isAccepted, panel, payCard]);
}
