import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** How long a page may take to bring its heading, in milliseconds; later the focus is somebody's already. */
const HEADING_TIMEOUT = 10_000;
const FIELD_SELECTOR = "input, textarea, select, [contenteditable]";

/**
 * A new page starts at its top, whatever the last one was scrolled to, and its heading has the focus: who listens
 * hears where they are, and Tab goes on from there. A field of the page that took the focus itself keeps it.
 */
export function usePageFocus(): void {
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  useEffect(() => {
    window.scrollTo(0, 0);
    // The first page is the browser's own to announce.
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    const before = document.activeElement;
    let last: Element | null = null;
    const focusHeading = () => {
      const now = document.activeElement;
      const isFocusTaken = now !== before && now !== last && now !== document.body && now !== null;
      const heading = document.querySelector<HTMLElement>("h1");
      if (isFocusTaken || now?.closest("[role=dialog], [role=alertdialog]") || now?.matches(FIELD_SELECTOR))
        return stop();
      if (!heading || heading === last) return;
      // The page before may stand there until the next one is loaded.
      last = heading;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(focusHeading);
    const stop = () => {
      observer.disconnect();
      clearTimeout(timeout);
    };
    const timeout = setTimeout(stop, HEADING_TIMEOUT);
    observer.observe(document.body, { childList: true, subtree: true });
    focusHeading();
    return stop;
  }, [pathname]);
}
