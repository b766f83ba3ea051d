import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** How long a page may take to bring its heading, in milliseconds; later the focus is somebody's already. */
const PATIENCE = 10_000;
const FIELDS = "input, textarea, select, [contenteditable]";

/**
 * A new page starts at its top, whatever the last one was scrolled to, and its heading has the focus: who listens
 * hears where they are, and Tab goes on from there. A field of the page that took the focus itself keeps it.
 */
export function useTopOfPage(): void {
  const { pathname } = useLocation();
  const arrived = useRef(pathname);
  useEffect(() => {
    window.scrollTo(0, 0);
    // The first page is the browser's own to announce.
    if (arrived.current === pathname) return;
    arrived.current = pathname;
    const before = document.activeElement;
    let last: Element | null = null;
    const give = () => {
      const now = document.activeElement;
      const isTaken = now !== before && now !== last && now !== document.body && now !== null;
      const heading = document.querySelector<HTMLElement>("h1");
      if (isTaken || now?.closest("[role=dialog], [role=alertdialog]") || now?.matches(FIELDS)) return stop();
      if (!heading || heading === last) return;
      // The page before may stand there until the next one is loaded.
      last = heading;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    };
    const watch = new MutationObserver(give);
    const stop = () => {
      watch.disconnect();
      clearTimeout(late);
    };
    const late = setTimeout(stop, PATIENCE);
    watch.observe(document.body, { childList: true, subtree: true });
    give();
    return stop;
  }, [pathname]);
}
