import { useSyncExternalStore } from "react";

/** So much of the page's end is free: the room that the shell leaves under the last row, less what floats there. */
const END_MARGIN = 40;

function isAtPageEnd(): boolean {
  const { scrollHeight, clientHeight } = document.documentElement;
  return scrollHeight - clientHeight - window.scrollY <= END_MARGIN;
}

function subscribeToScroll(onChange: () => void): () => void {
  const resizeObserver = new ResizeObserver(onChange);
  resizeObserver.observe(document.body);
  window.addEventListener("scroll", onChange, { passive: true });
  window.addEventListener("resize", onChange);
  return () => {
    resizeObserver.disconnect();
    window.removeEventListener("scroll", onChange);
    window.removeEventListener("resize", onChange);
  };
}

/** Whether the page is short or scrolled to its end, so that nothing lies under what floats at the bottom. */
export function useIsAtPageEnd(): boolean {
  return useSyncExternalStore(subscribeToScroll, isAtPageEnd);
}
