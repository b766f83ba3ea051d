import { type TypingTracker, typingTracker } from "../ui/typing-tracker";

/** What it needs of the browser. */
interface ReloadEnvironment {
  target: EventTarget;
  store: Pick<Storage, "getItem" | "setItem">;
  isOnline: () => boolean;
  reload: () => void;
  typing: TypingTracker;
  now: () => number;
}

/** When the page was last asked for anew for a missing part, milliseconds since the epoch. */
const LAST_RELOAD_KEY = "plumbline-missing-part";
/** Within this time it is not asked for again: then something else is the matter, and the failure shows. */
export const RELOAD_GAP = 60_000;

/** How Chromium, Firefox and Safari say that a part could not be fetched, and Vite of its styles. */
const MISSING_CHUNK_ERROR = /dynamically imported module|module script|preload CSS/i;

const createBrowserEnvironment = (): ReloadEnvironment => ({
  target: window,
  store: sessionStorage,
  isOnline: () => navigator.onLine,
  reload: () => window.location.reload(),
  typing: typingTracker,
  now: () => Date.now(),
});

function wasReloadedRecently({ store, now }: ReloadEnvironment): boolean {
  const at = Number(store.getItem(LAST_RELOAD_KEY) ?? 0);
  return now() - at >= 0 && now() - at < RELOAD_GAP;
}

/**
 * A page that was open while the app was released twice asks for parts that neither the device nor the server has any
 * more. It is asked for anew then, once nothing unsaved is typed in it, and goes on at its address in the new app.
 */
export function reloadOnMissingChunk(environment: ReloadEnvironment = createBrowserEnvironment()): void {
  let isReloading = false;
  environment.target.addEventListener("vite:preloadError", (event) => {
    // What fails inside a part that is there, as the rules without their file, is no reason: it would take what is typed.
    const { payload } = event as Event & { payload?: unknown };
    if (payload instanceof Error && !MISSING_CHUNK_ERROR.test(payload.message)) return;
    // Without signal the parts that are missing stay missing.
    if (isReloading || !environment.isOnline()) return;
    try {
      if (wasReloadedRecently(environment)) return;
      environment.store.setItem(LAST_RELOAD_KEY, String(environment.now()));
    } catch {
      // Where nothing can be noted, a page that never comes whole would be asked for without end.
      return;
    }
    isReloading = true;
    void environment.typing.waitUntilSaved().then(environment.reload);
  });
}
