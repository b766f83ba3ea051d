import { type RefObject, useEffect } from "react";
import type { CustomerDeed } from "./mutations";

/** Once something was done, the focus is where the page says what came of it, and that is in view. */
export function useNews(deed: CustomerDeed, panel: RefObject<HTMLElement | null>): void {
  const done = deed.isSuccess ? deed.submittedAt : 0;
  useEffect(() => {
    if (!done) return;
    // After the sheet has gone, which gives the focus back to a button that may be gone as well.
    const frame = requestAnimationFrame(() => {
      panel.current?.focus({ preventScroll: true });
      panel.current?.scrollIntoView({ block: "start" });
    });
    return () => cancelAnimationFrame(frame);
  }, [done, panel]);
}
