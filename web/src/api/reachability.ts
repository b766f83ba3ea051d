import { ApiError, JsonError, NetworkError } from "./errors";

/** Hears whether our server was reached: by every answer of its own, and by every lack of one. */
export type ReachabilityListener = (reached: boolean) => void;

const reachabilityListeners = new Set<ReachabilityListener>();

/** Listens; answers how to stop. */
export function listenForReachability(listener: ReachabilityListener): () => void {
  reachabilityListeners.add(listener);
  return () => reachabilityListeners.delete(listener);
}

/** Said by the client of every request that came to an end. */
export function reportReachability(reached: boolean): void {
  for (const listener of reachabilityListeners) listener(reached);
}

/** A gateway's word that nothing is behind it, or that it waits in vain. */
const GATEWAY_STATUSES = [502, 503, 504];

/** Our server's own word on the one behind it that sells plans: nobody is without signal for that. */
const PLAN_SERVER_CODE = /^plans_/;

/**
 * Whether an answer is none of our server's: no network, a gateway without a server behind it, or the page by which a
 * hotel asks for a room number. What was asked for may have happened all the same.
 */
export function isUnreachedError(error: unknown): boolean {
  if (error instanceof ApiError) {
    if (PLAN_SERVER_CODE.test(error.code)) return false;
    return GATEWAY_STATUSES.includes(error.status) || !isOwnErrorBody(error.body);
  }
  return error instanceof NetworkError || error instanceof JsonError;
}

/** Whether the same may well be done later: our server was not reached, or it says 'not now', or 'sign in first'. */
export function isRetryableError(error: unknown): boolean {
  if (isUnreachedError(error)) return true;
  return error instanceof ApiError && (error.status >= 500 || [401, 408, 429].includes(error.status));
}

/** Our server's errors are JSON; what is none is somebody else's. */
function isOwnErrorBody(body: unknown): boolean {
  return typeof body === "object" && body !== null;
}

/** From how far apart this device's clock and the server's are too far, in milliseconds: another day may be meant. */
const MAX_CLOCK_OFFSET = 3_600_000;

const clockListeners = new Set<() => void>();
let clockOffset = 0;

/** How wrong this device's clock is, in milliseconds, by the last answer of our server; 0 while it is about right. */
export const deviceClock = {
  getOffset: (): number => clockOffset,
  subscribe: (listener: () => void): (() => void) => {
    clockListeners.add(listener);
    return () => clockListeners.delete(listener);
  },
};

/** Said by the client of every answer of our server: when it was given, as HTTP writes it. */
export function reportServerTime(date: string | null, now: number = Date.now()): void {
  const server = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(server)) return;
  const difference = now - server;
  const next = Math.abs(difference) < MAX_CLOCK_OFFSET ? 0 : difference;
  // An answer takes its time: a second more or less is no news.
  if (Math.abs(next - clockOffset) < 60_000) return;
  clockOffset = next;
  for (const listener of clockListeners) listener();
}
