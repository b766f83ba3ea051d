import type { QueryClient } from "@tanstack/react-query";
import type { User } from "../../api/generated/User";
import { accountKeys, LOGOUT_OWED } from "../../entities/accounts/queries";
import { forgetAccountHere } from "../../offline/device/forget";
import { lockPerson, rememberSeen } from "../../offline/device/people";
import { isQuiet } from "../../offline/device/session";
import { clearCachedLists } from "../../offline/held/cached-lists";
import { clearStorage, forgetEverything, writeSetting } from "../../offline/storage";
import { nowIs } from "../../offline/who";
import { rememberUser } from "./pin/flags";
import { type Ending, tellTabs } from "./tabs";

/** Takes up a new session: who signed in is remembered on this device, and the other tabs hear of it. */
export function beginSession(client: QueryClient, user: User): void {
  rememberUser(user.id);
  writeSetting(LOGOUT_OWED, null);
  cutShort = null;
  forgetReads(client);
  client.setQueryData(accountKeys.ending, null);
  hold(client, user);
  void rememberSeen(user, Date.now());
  tellTabs({ type: "started", userId: user.id });
}

/** Whose session the server ended under their hands, in this window. */
let cutShort: string | null = null;

/** Whether whoever looks at this window has just worked in it as this account: theirs is what they did not send. */
export const wasJustHere = (account: string): boolean => account === cutShort && !isQuiet();

/**
 * Forgets who was signed in, and everything that was read for them. What this device holds goes with a log-out; after
 * any other end it is locked until they are back. `user` where a check has found them signed out already.
 */
export function endSession(
  client: QueryClient,
  ending: Ending,
  user = client.getQueryData<User | null>(accountKeys.me),
): void {
  cutShort = ending === "elsewhere" ? (user?.id ?? null) : null;
  if (ending === "inactivity") clearStorage();
  else if (ending === "deleted") forgetEverything();
  else clearSession();
  if (user) letGo(user.id, ending);
  client.setQueryData(accountKeys.ending, ending);
  hold(client, null);
  forgetReads(client);
}

/** From now on this is who is signed in; a check that is still under way speaks of before, and is not heard. */
function hold(client: QueryClient, user: User | null): void {
  nowIs(user?.id ?? null);
  client.setQueryData(accountKeys.me, user);
  void client.cancelQueries({ queryKey: accountKeys.me, exact: true });
}

/** Whatever was read under a session goes with it; what the sign-in pages read may stay. */
export function forgetReads(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => !String(queryKey[0]).startsWith("/api/auth/") });
}

/** What others typed on this device is theirs. */
function letGo(account: string, ending: Ending): void {
  const isGone = ending === "logout" || ending === "deleted";
  if (!isGone) return void lockPerson(account);
  clearCachedLists();
  void forgetAccountHere(account);
}

function clearSession(): void {
  try {
    sessionStorage.clear();
  } catch {
    // A browser that forbids storage holds none.
  }
}
