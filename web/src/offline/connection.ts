import { listenForReach } from "../api/reach";
import { overNetwork } from "../api/reads";

/** Whether our server is reached. */
export interface Connection {
  reached: boolean;
  /** Since when it is not, in Unix milliseconds. */
  since: number | null;
  /** When the oldest of what is shown instead was read; null while nothing is. */
  shownFrom: number | null;
}

const FIRST_LOOK = 2_000;
const LAST_LOOK = 30_000;
const LOOK_LIMIT = 5_000;

const listeners = new Set<() => void>();
const returned = new Set<() => void>();
let state: Connection = { reached: true, since: null, shownFrom: null };
let timer: ReturnType<typeof setTimeout> | null = null;
let pause = FIRST_LOOK;

export const connection = {
  snapshot: (): Connection => state,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Calls back whenever the server is reached again; answers how to stop. */
  onReturn: (listener: () => void): (() => void) => {
    returned.add(listener);
    return () => returned.delete(listener);
  },
  isDown: (): boolean => !state.reached || navigator.onLine === false,
  /** Something is shown that was read at this time. */
  showsFrom: (at: number): void => {
    if (!state.reached && (state.shownFrom === null || at < state.shownFrom))
      become({ ...state, shownFrom: at });
  },
};

/** Watches from here on. Answers how to stop. */
export function watchConnection(now: () => number = Date.now): () => void {
  const lost = () => {
    if (state.reached) become({ reached: false, since: now(), shownFrom: null });
    lookSoon();
  };
  const found = () => {
    pause = FIRST_LOOK;
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (state.reached) return;
    become({ reached: true, since: null, shownFrom: null });
    for (const listener of returned) listener();
  };
  const stop = listenForReach((reached) => (reached ? found() : lost()));
  const look = () => void isThere().then((there) => (there ? found() : lost()));
  const lookNow = () => {
    pause = FIRST_LOOK;
    if (!state.reached && document.visibilityState === "visible") look();
  };
  /** Asks in longer and longer pauses; a browser that knows that there is no network says when there is one. */
  const lookSoon = () => {
    if (timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      pause = Math.min(pause * 2, LAST_LOOK);
      if (navigator.onLine === false) lookSoon();
      else look();
    }, pause);
  };
  window.addEventListener("offline", lost);
  window.addEventListener("online", lookNow);
  document.addEventListener("visibilitychange", lookNow);
  if (navigator.onLine === false) lost();
  return () => {
    stop();
    if (timer !== null) clearTimeout(timer);
    timer = null;
    window.removeEventListener("offline", lost);
    window.removeEventListener("online", lookNow);
    document.removeEventListener("visibilitychange", lookNow);
  };
}

/** Whether our server answers: not somebody else's page in its place. Every answer is told to `listenForReach`. */
async function isThere(): Promise<boolean> {
  if (navigator.onLine === false) return false;
  const url = "/api/system/version";
  try {
    await overNetwork({ path: url, url, cache: "no-store", signal: AbortSignal.timeout(LOOK_LIMIT) });
    return true;
  } catch {
    return false;
  }
}

function become(next: Connection): void {
  state = next;
  for (const listener of listeners) listener();
}
