import { queryOptions } from "@tanstack/react-query";
import { isStatus } from "../../api/client";
import { isLookEnded } from "../../api/errors";
import type { User } from "../../api/generated/User";
import { isUnreached } from "../../api/reach";
import { get } from "../../api/reads";
import { post } from "../../api/writes";
import { rememberSeen } from "../../offline/device/people";
import { endHeldSession, heldSession } from "../../offline/device/session";
import { readSetting, writeSetting } from "../../offline/storage";
import { nowIs } from "../../offline/who";
import { leaveEndedLook } from "./look";

export const accountKeys = {
  me: ["/api/auth/me"] as const,
  /** Why the last session of this tab ended; written by the session, never fetched. */
  ending: ["/api/auth/ending"] as const,
  config: ["/api/auth/config"] as const,
};

/**
 * The signed-in user; null for a visitor, and once a session has ended. Where the server cannot be reached, whoever it
 * last said so of, within their session. An error means that nobody could be asked.
 */
export const meQuery = queryOptions({
  queryKey: accountKeys.me,
  queryFn: async ({ signal }): Promise<User | null> => {
    const user = await whoIsSignedIn(signal);
    if (!signal.aborted) nowIs(ownAccount(user));
    return user;
  },
  gcTime: Number.POSITIVE_INFINITY,
});

/** Whose things this device may hold: never those of an account that support looks into. */
export const ownAccount = (user: User | null | undefined): string | null =>
  user && user.supportUntil === undefined ? user.id : null;

/** Set while somebody has logged out without signal and the server has not been told. */
export const LOGOUT_OWED = "logoutOwed";

/** Before anything says that nobody is signed in: whoever reloads at once, without signal, is not let in again. */
async function endHere(): Promise<void> {
  await endHeldSession().catch(() => {
    // A browser that stores nothing holds nobody's session.
  });
}

async function whoIsSignedIn(signal: AbortSignal): Promise<User | null> {
  try {
    if (readSetting(LOGOUT_OWED)) await logOutLate();
    const user = await get("/api/auth/me", { signal, cache: "no-cache" });
    if (user && ownAccount(user)) void rememberSeen(user, Date.now());
    else if (!user) await endHere();
    return user;
  } catch (error) {
    if (isLookEnded(error)) return leaveEndedLook().catch(() => null);
    if (isStatus(error, 401)) {
      await endHere();
      return null;
    }
    const held = isUnreached(error) && !signal.aborted ? await heldSession() : null;
    if (held) return held;
    throw error;
  }
}

async function logOutLate(): Promise<void> {
  await post("/api/auth/logout").catch((error: unknown) => {
    if (!isStatus(error, 401)) throw error;
  });
  writeSetting(LOGOUT_OWED, null);
}

/** How people sign in here: the human check in use, and where to ask for help. */
export const configQuery = queryOptions({
  queryKey: accountKeys.config,
  queryFn: ({ signal }) => get("/api/auth/config", { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** What the signed-in account says of itself and of its business. */
export const accountQuery = queryOptions({
  queryKey: ["/api/account"] as const,
  queryFn: ({ signal }) => get("/api/account", { signal }),
});
