import { ApiError, JsonError, NetworkError } from "./errors";

/** Called after every request with whether our server was reached. */
export type ReachabilityListener = (reached: boolean) => void;

const reachabilityListeners = new Set<ReachabilityListener>();

/** Registers a listener; returns a function that unsubscribes. */
export function listenForReachability(listener: ReachabilityListener): () => void {
  reachabilityListeners.add(listener);
  return () => reachabilityListeners.delete(listener);
}

/** Called by the client after every request. */
export function reportReachability(reached: boolean): void {
  for (const listener of reachabilityListeners) listener(reached);
}

/** A gateway reports that the server behind it is down or doesn't respond. */
const GATEWAY_STATUSES = [502, 503, 504];

/**
 * Codes with which our own server reports a problem with the server that sells plans: that doesn't mean that
 * our server is unreachable.
 */
const PLAN_SERVER_CODE = /^plans_/;

/**
 * Whether an error means that our server didn't respond: no network, a gateway without a server behind it, or
 * a hotel's login page. The request may have been carried out all the same.
 */
export function isUnreachedError(error: unknown): boolean {
  if (error instanceof ApiError) {
    if (PLAN_SERVER_CODE.test(error.code)) return false;
    return GATEWAY_STATUSES.includes(error.status) || !isOwnErrorBody(error.body);
  }
  return error instanceof NetworkError || error instanceof JsonError;
}

/**
 * Whether the request may succeed later: our server wasn't reached, or it responded 'not now' or 'sign in
 * first'.
 */
export function isRetryableError(error: unknown): boolean {
  if (isUnreachedError(error)) return true;
  return error instanceof ApiError && (error.status >= 500 || [401, 408, 429].includes(error.status));
}

/** Our server's errors are JSON; any other body isn't from our server. */
function isOwnErrorBody(body: unknown): boolean {
  return typeof body === "object" && body !== null;
}

/**
 * In milliseconds: with a difference of this or more between the device's clock and the server's, the user
 * may mean another day.
 */
const MAX_CLOCK_OFFSET = 3_600_000;

const clockListeners = new Set<() => void>();
let clockOffset = 0;

/**
 * The error of this device's clock in milliseconds, according to our server's last response; 0 while it is
 * roughly right.
 */
export const deviceClock = {
  getOffset: (): number => clockOffset,
  subscribe: (listener: () => void): (() => void) => {
    clockListeners.add(listener);
    return () => clockListeners.delete(listener);
  },
};

/** Called by the client with the HTTP date of every response of our server. */
export function reportServerTime(date: string | null, now: number = Date.now()): void {
  const server = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(server)) return;
  const difference = now - server;
  const next = Math.abs(difference) < MAX_CLOCK_OFFSET ? 0 : difference;
  // Responses take time, so a small difference doesn't matter.
  if (Math.abs(next - clockOffset) < 60_000) return;
  clockOffset = next;
  for (const listener of clockListeners) listener();
}
