const OPEN = "plumbline:cookies";

/** Whether the settings were asked for before what shows them had loaded. */
let isWanted = false;

/** Opens the cookie settings, wherever they are in the page: at once, or as soon as they have loaded. */
export function openCookies(): void {
  isWanted = true;
  window.dispatchEvent(new Event(OPEN));
}

/** Calls `open` whenever the settings are asked for; returns how to stop. */
export function onOpenCookies(open: () => void): () => void {
  const hear = () => {
    isWanted = false;
    open();
  };
  window.addEventListener(OPEN, hear);
  if (isWanted) hear();
  return () => window.removeEventListener(OPEN, hear);
}
