import { useSyncExternalStore } from "react";

/** So much of the page's end is free: the room that the shell leaves under the last row, less what floats there. */
const ROOM = 40;

function isAtEnd(): boolean {
  const { scrollHeight, clientHeight } = document.documentElement;
  return scrollHeight - clientHeight - window.scrollY <= ROOM;
}

function subscribe(onChange: () => void): () => void {
  const grown = new ResizeObserver(onChange);
  grown.observe(document.body);
  window.addEventListener("scroll", onChange, { passive: true });
  window.addEventListener("resize", onChange);
  return () => {
    grown.disconnect();
    window.removeEventListener("scroll", onChange);
    window.removeEventListener("resize", onChange);
  };
}

/** Whether the page is short or scrolled to its end, so that nothing lies under what floats at the bottom. */
export function useNothingBelow(): boolean {
  return useSyncExternalStore(subscribe, isAtEnd);
}
