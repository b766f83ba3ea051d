import type { User } from "../../api/generated/User";
import { readSetting } from "../device-settings";
import type { DeviceUser } from "./database";
import { loadDeviceUser, loadLastSeenUser, lockDeviceUser } from "./device-users";

/** What a session outlives without a touch: 20 minutes, in milliseconds. */
const IDLE_LIMIT = 20 * 60_000;

/** Who signed in last on this device, with what is remembered of them; where nobody did, whom the server saw last. */
export async function loadLastUser(): Promise<DeviceUser | undefined> {
  const account = readSetting("lastLoggedInUserId");
  return (account && (await loadDeviceUser(account))) || loadLastSeenUser();
}

/**
 * Who works here while the server cannot be asked: whoever it last said so of, within their session, which ends by
 * their own word or after 20 minutes without a touch. A clock that was moved ends it as well.
 */
export async function loadCachedSession(now: number = Date.now()): Promise<User | null> {
  const person = await loadLastUser();
  return person && !person.isLocked && !isIdle(now) ? person.user : null;
}

/** The server says that nobody is signed in here: without it nobody is either, until they unlock what is theirs. */
export async function endCachedSession(): Promise<void> {
  const person = await loadLastUser();
  if (person) await lockDeviceUser(person.account);
}

/** Whether nobody has touched this browser's windows for as long as a session goes on without. */
export function isIdle(now: number = Date.now()): boolean {
  const touched = Number(readSetting("lastActivity"));
  return !touched || Math.abs(now - touched) >= IDLE_LIMIT;
}
