import { type TypingTracker, typingTracker } from "../ui/typing-tracker";

/** What reloading needs from the browser. */
interface ReloadEnvironment {
  target: EventTarget;
  store: Pick<Storage, "getItem" | "setItem">;
  isOnline: () => boolean;
  reload: () => void;
  typing: TypingTracker;
  now: () => number;
}

/** The key of the time when the page was last reloaded for a missing chunk, in Unix milliseconds. */
const LAST_RELOAD_KEY = "plumbline-missing-part";
/**
 * Within this time the page isn't reloaded again: the cause must be something else, so the error is
 * displayed.
 */
export const RELOAD_GAP = 60_000;

/**
 * The errors of Chromium, Firefox and Safari for a module that couldn't be fetched, and Vite's for its
 * styles.
 */
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
 * Reloads the page if a chunk is missing. A page that was open while the app was released twice requests
 * chunks that neither the device nor the server has any more. The reload waits until nothing unsaved is
 * typed, and the new app opens the same address.
 */
export function reloadOnMissingChunk(environment: ReloadEnvironment = createBrowserEnvironment()): void {
  let isReloading = false;
  environment.target.addEventListener("vite:preloadError", (event) => {
    // An error inside a chunk that did load, such as the rules without their file, must not reload the page:
    // that would lose what is typed.
    const { payload } = event as Event & { payload?: unknown };
    if (payload instanceof Error && !MISSING_CHUNK_ERROR.test(payload.message)) return;
    // Offline, the chunks would be missing after the reload too.
    if (isReloading || !environment.isOnline()) return;
    try {
      if (wasReloadedRecently(environment)) return;
      environment.store.setItem(LAST_RELOAD_KEY, String(environment.now()));
    } catch {
      // Without storage, a page whose chunks never load would be reloaded endlessly.
      return;
    }
    isReloading = true;
    void environment.typing.waitUntilSaved().then(environment.reload);
  });
}
