import { queryOptions } from "@tanstack/react-query";
import { isStatus } from "../../api/client";
import { isSupportAccessEnded } from "../../api/errors";
import type { User } from "../../api/generated/User";
import { isUnreachedError } from "../../api/reachability";
import { get, post } from "../../api/requests";
import { setCurrentAccount } from "../../offline/current-account";
import { endCachedSession, loadCachedSession } from "../../offline/device/cached-session";
import { recordSeenUser } from "../../offline/device/device-users";
import { readSetting, writeSetting } from "../../offline/device-settings";

/** The query parameter of the page that support returns to after looking into an account. */
export const SUPPORT_ENDED_PARAM = { name: "look", value: "over" };

let leavingPromise: Promise<never> | null = null;

/**
 * Returns support to its own account after access to another account has ended, either after an hour or
 * because the owner ended it. The loaded data belongs to the other account, so the app is reloaded; the
 * promise settles only if that fails. Concurrent calls share one request.
 */
export function leaveEndedSupportAccess(
  navigate: (address: string) => void = (address) => window.location.replace(address),
): Promise<never> {
  leavingPromise ??= post("/api/admin/leave").then(
    () => {
      navigate(`/admin/users?${SUPPORT_ENDED_PARAM.name}=${SUPPORT_ENDED_PARAM.value}`);
      return new Promise<never>(() => {});
    },
    (error: unknown) => {
      leavingPromise = null;
      throw error;
    },
  );
  return leavingPromise;
}

export const accountKeys = {
  me: ["/api/auth/me"] as const,
  /** Why the last session of this tab ended; set by the session code, never fetched. */
  ending: ["/api/auth/ending"] as const,
  config: ["/api/auth/config"] as const,
};

/**
 * The signed-in user; null for a visitor and after a session has ended. If the server can't be reached, the
 * user it last confirmed, for the length of their session. An error means that neither source was available.
 */
export const meQuery = queryOptions({
  queryKey: accountKeys.me,
  queryFn: async ({ signal }): Promise<User | null> => {
    const user = await loadSignedInUser(signal);
    if (!signal.aborted) setCurrentAccount(getOwnAccountId(user));
    return user;
  },
  gcTime: Number.POSITIVE_INFINITY,
});

/** The account whose data this device may store: never an account that support looks into. */
export const getOwnAccountId = (user: User | null | undefined): string | null =>
  user && user.supportUntil === undefined ? user.id : null;

/** Set while a user has logged out offline and the server doesn't know yet. */
export const WAITING_LOGOUT_SETTING = "logoutOwed";

/**
 * Ends the cached session before the app reports that the user is signed out, so that an immediate offline
 * reload doesn't sign them in again.
 */
async function endSessionHere(): Promise<void> {
  await endCachedSession().catch(() => {
    // A browser without storage has no cached session.
  });
}

async function loadSignedInUser(signal: AbortSignal): Promise<User | null> {
  try {
    if (readSetting(WAITING_LOGOUT_SETTING)) await sendWaitingLogout();
    const user = await get("/api/auth/me", { signal, cache: "no-cache" });
    if (user && getOwnAccountId(user)) void recordSeenUser(user, Date.now());
    else if (!user) await endSessionHere();
    return user;
  } catch (error) {
    if (isSupportAccessEnded(error)) return leaveEndedSupportAccess().catch(() => null);
    if (isStatus(error, 401)) {
      await endSessionHere();
      return null;
    }
    const cachedUser = isUnreachedError(error) && !signal.aborted ? await loadCachedSession() : null;
    if (cachedUser) return cachedUser;
    throw error;
  }
}

async function sendWaitingLogout(): Promise<void> {
  await post("/api/auth/logout").catch((error: unknown) => {
    if (!isStatus(error, 401)) throw error;
  });
  writeSetting(WAITING_LOGOUT_SETTING, null);
}

/** The sign-in settings of this server: the human check in use and the support address. */
export const configQuery = queryOptions({
  queryKey: accountKeys.config,
  queryFn: ({ signal }) => get("/api/auth/config", { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** The signed-in account and its business. */
export const accountQuery = queryOptions({
  queryKey: ["/api/account"] as const,
  queryFn: ({ signal }) => get("/api/account", { signal }),
});
