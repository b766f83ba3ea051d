import type { QueryClient } from "@tanstack/react-query";
import type { User } from "../../api/generated/User";
import { accountKeys, WAITING_LOGOUT_SETTING } from "../../entities/accounts/queries";
import { clearCachedLists } from "../../offline/cache/cached-lists";
import { setCurrentAccount } from "../../offline/current-account";
import { isIdle } from "../../offline/device/cached-session";
import { clearAccountData, lockDeviceUser, recordSeenUser } from "../../offline/device/device-users";
import { clearAllStorage, clearStorage, writeSetting } from "../../offline/device-settings";
import { rememberLastUser } from "./pin/flags";
import { notifyTabs, type SessionEnding } from "./tab-messages";

/** Takes up a new session: who signed in is remembered on this device, and the other tabs hear of it. */
export function beginSession(client: QueryClient, user: User): void {
  rememberLastUser(user.id);
  writeSetting(WAITING_LOGOUT_SETTING, null);
  endedElsewhereFor = null;
  clearCachedReads(client);
  client.setQueryData(accountKeys.ending, null);
  setSignedInUser(client, user);
  void recordSeenUser(user, Date.now());
  notifyTabs({ type: "started", userId: user.id });
}

/** Whose session the server ended under their hands, in this window. */
let endedElsewhereFor: string | null = null;

/** Whether whoever looks at this window has just worked in it as this account: theirs is what they did not send. */
export const wasJustHere = (account: string): boolean => account === endedElsewhereFor && !isIdle();

/**
 * Forgets who was signed in, and everything that was read for them. What this device holds goes with a log-out; after
 * any other end it is locked until they are back. `user` where a check has found them signed out already.
 */
export function endSession(
  client: QueryClient,
  ending: SessionEnding,
  user = client.getQueryData<User | null>(accountKeys.me),
): void {
  endedElsewhereFor = ending === "elsewhere" ? (user?.id ?? null) : null;
  if (ending === "inactivity") clearStorage();
  else if (ending === "deleted") clearAllStorage();
  else clearSession();
  if (user) lockOrForgetAccount(user.id, ending);
  client.setQueryData(accountKeys.ending, ending);
  setSignedInUser(client, null);
  clearCachedReads(client);
}

/** From now on this is who is signed in; a check that is still under way speaks of before, and is not heard. */
function setSignedInUser(client: QueryClient, user: User | null): void {
  setCurrentAccount(user?.id ?? null);
  client.setQueryData(accountKeys.me, user);
  void client.cancelQueries({ queryKey: accountKeys.me, exact: true });
}

/** Whatever was read under a session goes with it; what the sign-in pages read may stay. */
export function clearCachedReads(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => !String(queryKey[0]).startsWith("/api/auth/") });
}

/** What others typed on this device is theirs. */
function lockOrForgetAccount(account: string, ending: SessionEnding): void {
  const isGone = ending === "logout" || ending === "deleted";
  if (!isGone) return void lockDeviceUser(account);
  clearCachedLists();
  void clearAccountData(account);
}

function clearSession(): void {
  try {
    sessionStorage.clear();
  } catch {
    // A browser that forbids storage holds none.
  }
}
