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

/** Begins a new session: remembers on this device who signed in, and notifies the other tabs. */
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

/** The account whose session the server ended while it was in use in this window. */
let endedElsewhereFor: string | null = null;

/**
 * Whether the person at this window has just worked in it with this account, so that its unsent changes are
 * theirs.
 */
export const wasJustHere = (account: string): boolean => account === endedElsewhereFor && !isIdle();

/**
 * Forgets who was signed in and everything that was read for them. A logout deletes what this device has
 * cached; any other ending locks it until they are back. `user` is given where a check has already found them
 * signed out.
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

/**
 * Sets who is signed in from now on; a session check still in progress is cancelled, as its result would be
 * outdated.
 */
function setSignedInUser(client: QueryClient, user: User | null): void {
  setCurrentAccount(user?.id ?? null);
  client.setQueryData(accountKeys.me, user);
  void client.cancelQueries({ queryKey: accountKeys.me, exact: true });
}

/** Removes everything that was read in a session; what the sign-in pages read may stay. */
export function clearCachedReads(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => !String(queryKey[0]).startsWith("/api/auth/") });
}

/** Locks the account's data on this device, or deletes it after a logout or when the account was deleted. */
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
    // A browser that forbids storage has stored nothing.
  }
}
