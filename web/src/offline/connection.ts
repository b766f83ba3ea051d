import { listenForReachability } from "../api/reachability";
import { readOverNetwork } from "../api/requests";

/** Whether our server can be reached. */
export interface ConnectionState {
  reached: boolean;
  /** Since when it can't be reached, in Unix milliseconds. */
  since: number | null;
  /** When the oldest data on display was read; null while no cached data is displayed. */
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
  /** Calls back whenever the server can be reached again; returns a function that unsubscribes. */
  onReturn: (listener: () => void): (() => void) => {
    returnListeners.add(listener);
    return () => returnListeners.delete(listener);
  },
  isDown: (): boolean => !state.reached || navigator.onLine === false,
  /** Reports that data read at this time is on display. */
  reportShownAt: (at: number): void => {
    if (!state.reached && (state.oldestShownAt === null || at < state.oldestShownAt))
      setState({ ...state, oldestShownAt: at });
  },
};

/** Starts watching the connection; returns a function that stops. */
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
  /**
   * Pings the server at growing intervals; a browser that knows it is offline reports when it is online
   * again.
   */
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

/**
 * Whether our own server responds, and not another page in its place. Every response is reported to
 * `listenForReachability`.
 */
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
