import { ApiError, JsonError, NetworkError } from "./errors";

/** Hears whether our server was reached: by every answer of its own, and by every lack of one. */
export type ReachListener = (reached: boolean) => void;

const listeners = new Set<ReachListener>();

/** Listens; answers how to stop. */
export function listenForReach(listener: ReachListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Said by the client of every request that came to an end. */
export function tellReach(reached: boolean): void {
  for (const listener of listeners) listener(reached);
}

/** A gateway's word that nothing is behind it, or that it waits in vain. */
const GATEWAY = [502, 503, 504];

/** Our server's own word on the one behind it that sells plans: nobody is without signal for that. */
const OF_PLANS = /^plans_/;

/**
 * Whether an answer is none of our server's: no network, a gateway without a server behind it, or the page by which a
 * hotel asks for a room number. What was asked for may have happened all the same.
 */
export function isUnreached(error: unknown): boolean {
  if (error instanceof ApiError) {
    if (OF_PLANS.test(error.code)) return false;
    return GATEWAY.includes(error.status) || !isOurs(error.body);
  }
  return error instanceof NetworkError || error instanceof JsonError;
}

/** Whether the same may well be done later: our server was not reached, or it says 'not now', or 'sign in first'. */
export function isForLater(error: unknown): boolean {
  if (isUnreached(error)) return true;
  return error instanceof ApiError && (error.status >= 500 || [401, 408, 429].includes(error.status));
}

/** Our server's errors are JSON; what is none is somebody else's. */
function isOurs(body: unknown): boolean {
  return typeof body === "object" && body !== null;
}
