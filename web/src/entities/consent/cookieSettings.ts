const OPEN_EVENT = "plumbline:cookies";

/** Whether the settings were requested before the component that displays them had loaded. */
let isOpenRequested = false;

/** Opens the cookie settings at once, or as soon as they have loaded. */
export function openCookieSettings(): void {
  isOpenRequested = true;
  window.dispatchEvent(new Event(OPEN_EVENT));
}

/** Calls `open` whenever the settings are requested; returns a function that unsubscribes. */
export function onOpenCookieSettings(open: () => void): () => void {
  const handleOpen = () => {
    isOpenRequested = false;
    open();
  };
  window.addEventListener(OPEN_EVENT, handleOpen);
  if (isOpenRequested) handleOpen();
  return () => window.removeEventListener(OPEN_EVENT, handleOpen);
}
