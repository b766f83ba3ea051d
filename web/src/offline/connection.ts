import { listenForReachability } from "../api/reachability";
import { readOverNetwork } from "../api/requests";

/** Whether our server is reached. */
export interface ConnectionState {
  reached: boolean;
  /** Since when it is not, in Unix milliseconds. */
  since: number | null;
  /** When the oldest of what is shown instead was read; null while nothing is. */
  oldestShownAt: number | null;
}

const FIRST_CHECK_DELAY = 2_000;
const LONGEST_CHECK_DELAY = 30_000;
const CHECK_TIMEOUT = 5_000;

const listeners = new Set<() => void>();
const returnListeners = new Set<() => void>();
let state: ConnectionState = { reached: true, since: null, oldestShownAt: null };
let timer: ReturnType<typeof setTimeout> | null = null;
let pause = FIRST_CHECK_DELAY;

export const connection = {
  snapshot: (): ConnectionState => state,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Calls back whenever the server is reached again; answers how to stop. */
  onReturn: (listener: () => void): (() => void) => {
    returnListeners.add(listener);
    return () => returnListeners.delete(listener);
  },
  isDown: (): boolean => !state.reached || navigator.onLine === false,
  /** Something is shown that was read at this time. */
  reportShownAt: (at: number): void => {
    if (!state.reached && (state.oldestShownAt === null || at < state.oldestShownAt))
      setState({ ...state, oldestShownAt: at });
  },
};

/** Watches from here on. Answers how to stop. */
export function watchConnection(now: () => number = Date.now): () => void {
  const onLost = () => {
    if (state.reached) setState({ reached: false, since: now(), oldestShownAt: null });
    checkSoon();
  };
  const onFound = () => {
    pause = FIRST_CHECK_DELAY;
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (state.reached) return;
    setState({ reached: true, since: null, oldestShownAt: null });
    for (const listener of returnListeners) listener();
  };
  const stop = listenForReachability((reached) => (reached ? onFound() : onLost()));
  const check = () => void pingServer().then((there) => (there ? onFound() : onLost()));
  const checkNow = () => {
    pause = FIRST_CHECK_DELAY;
    if (!state.reached && document.visibilityState === "visible") check();
  };
  /** Asks in longer and longer pauses; a browser that knows that there is no network says when there is one. */
  const checkSoon = () => {
    if (timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      pause = Math.min(pause * 2, LONGEST_CHECK_DELAY);
      if (navigator.onLine === false) checkSoon();
      else check();
    }, pause);
  };
  window.addEventListener("offline", onLost);
  window.addEventListener("online", checkNow);
  document.addEventListener("visibilitychange", checkNow);
  if (navigator.onLine === false) onLost();
  return () => {
    stop();
    if (timer !== null) clearTimeout(timer);
    timer = null;
    window.removeEventListener("offline", onLost);
    window.removeEventListener("online", checkNow);
    document.removeEventListener("visibilitychange", checkNow);
  };
}

/** Whether our server answers: not somebody else's page in its place. Every answer is told to `listenForReachability`. */
async function pingServer(): Promise<boolean> {
  if (navigator.onLine === false) return false;
  const url = "/api/system/version";
  try {
    await readOverNetwork({ path: url, url, cache: "no-store", signal: AbortSignal.timeout(CHECK_TIMEOUT) });
    return true;
  } catch {
    return false;
  }
}

function setState(next: ConnectionState): void {
  state = next;
  for (const listener of listeners) listener();
}
