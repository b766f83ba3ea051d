import { type Typing, typing } from "../ui/typing";

/** What it needs of the browser. */
interface Ports {
  target: EventTarget;
  store: Pick<Storage, "getItem" | "setItem">;
  isOnline: () => boolean;
  reload: () => void;
  typing: Typing;
  now: () => number;
}

/** When the page was last asked for anew for a missing part, milliseconds since the epoch. */
const KEY = "plumbline-missing-part";
/** Within this time it is not asked for again: then something else is the matter, and the failure shows. */
export const AGAIN_AFTER = 60_000;

/** How Chromium, Firefox and Safari say that a part could not be fetched, and Vite of its styles. */
const IS_MISSING = /dynamically imported module|module script|preload CSS/i;

const browsers = (): Ports => ({
  target: window,
  store: sessionStorage,
  isOnline: () => navigator.onLine,
  reload: () => window.location.reload(),
  typing,
  now: () => Date.now(),
});

function wasJustNow({ store, now }: Ports): boolean {
  const at = Number(store.getItem(KEY) ?? 0);
  return now() - at >= 0 && now() - at < AGAIN_AFTER;
}

/**
 * A page that was open while the app was released twice asks for parts that neither the device nor the server has any
 * more. It is asked for anew then, once nothing unsaved is typed in it, and goes on at its address in the new app.
 */
export function reloadForMissingPart(ports: Ports = browsers()): void {
  let isLeaving = false;
  ports.target.addEventListener("vite:preloadError", (event) => {
    // What fails inside a part that is there, as the rules without their file, is no reason: it would take what is typed.
    const { payload } = event as Event & { payload?: unknown };
    if (payload instanceof Error && !IS_MISSING.test(payload.message)) return;
    // Without signal the parts that are missing stay missing.
    if (isLeaving || !ports.isOnline()) return;
    try {
      if (wasJustNow(ports)) return;
      ports.store.setItem(KEY, String(ports.now()));
    } catch {
      // Where nothing can be noted, a page that never comes whole would be asked for without end.
      return;
    }
    isLeaving = true;
    void ports.typing.over().then(ports.reload);
  });
}
