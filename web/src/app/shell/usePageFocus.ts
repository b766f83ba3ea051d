import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * How long a page may take to render its heading, in milliseconds; after that, the user has probably moved
 * the focus.
 */
const HEADING_TIMEOUT = 10_000;
const FIELD_SELECTOR = "input, textarea, select, [contenteditable]";

/**
 * Scrolls a new page to the top and focuses its heading, so that screen readers announce the page and Tab
 * continues from there. A field of the page that has taken the focus itself is left alone.
 */
export function usePageFocus(): void {
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  useEffect(() => {
    window.scrollTo(0, 0);
    // The browser announces the first page itself.
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    const before = document.activeElement;
    let last: Element | null = null;
    const focusHeading = () => {
      const now = document.activeElement;
      const isFocusTaken = now !== before && now !== last && now !== document.body && now !== null;
      const heading = document.querySelector<HTMLElement>("h1");
      // A menu is in the page before the focus is in it, and would close if the focus went elsewhere.
      const isMenuOpen = document.querySelector("[role=menu]") !== null;
      const isInDialog = now?.closest("[role=dialog], [role=alertdialog]");
      if (isFocusTaken || isMenuOpen || isInDialog || now?.matches(FIELD_SELECTOR)) return stop();
      if (!heading || heading === last) return;
      // The previous page may remain until the next one has loaded.
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
