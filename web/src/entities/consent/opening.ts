const OPEN = "plumbline:cookies";

/** Opens the cookie settings, wherever they stand in the page. */
export const openCookies = (): boolean => window.dispatchEvent(new Event(OPEN));

/** Hears of it; answers how to stop. */
export function onOpenCookies(open: () => void): () => void {
  window.addEventListener(OPEN, open);
  return () => window.removeEventListener(OPEN, open);
}
