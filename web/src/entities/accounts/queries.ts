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

/** Said by the address of the page on which whoever looked goes on. */
export const SUPPORT_ENDED_PARAM = { name: "look", value: "over" };

let leavingPromise: Promise<never> | null = null;

/**
 * Support's look into an account was ended, by its hour or by the account's owner: whoever looked goes on as
 * themselves. What was read is somebody else's, so the app is loaded anew; the promise never comes to an end but by a
 * failure. Asked for by several at once it is done once.
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
    const user = await loadSignedInUser(signal);
    if (!signal.aborted) setCurrentAccount(getOwnAccountId(user));
    return user;
  },
  gcTime: Number.POSITIVE_INFINITY,
});

/** Whose things this device may hold: never those of an account that support looks into. */
export const getOwnAccountId = (user: User | null | undefined): string | null =>
  user && user.supportUntil === undefined ? user.id : null;

/** Set while somebody has logged out without signal and the server has not been told. */
export const WAITING_LOGOUT_SETTING = "logoutOwed";

/** Before anything says that nobody is signed in: whoever reloads at once, without signal, is not let in again. */
async function endSessionHere(): Promise<void> {
  await endCachedSession().catch(() => {
    // A browser that stores nothing holds nobody's session.
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
