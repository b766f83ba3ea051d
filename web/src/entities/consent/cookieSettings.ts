const OPEN_EVENT = "plumbline:cookies";

/** Whether the settings were asked for before what shows them had loaded. */
let isOpenRequested = false;

/** Opens the cookie settings, wherever they are in the page: at once, or as soon as they have loaded. */
export function openCookieSettings(): void {
  isOpenRequested = true;
  window.dispatchEvent(new Event(OPEN_EVENT));
}

/** Calls `open` whenever the settings are asked for; returns how to stop. */
export function onOpenCookieSettings(open: () => void): () => void {
  const handleOpen = () => {
    isOpenRequested = false;
    open();
  };
  window.addEventListener(OPEN_EVENT, handleOpen);
  if (isOpenRequested) handleOpen();
  return () => window.removeEventListener(OPEN_EVENT, handleOpen);
}
