import type { User } from "../../api/generated/User";
import { readSetting } from "../device-settings";
import type { DeviceUser } from "./database";
import { loadDeviceUser, loadLastSeenUser, lockDeviceUser } from "./device-users";

/** How long a session lasts without activity: 20 minutes, in milliseconds. */
const IDLE_LIMIT = 20 * 60_000;

/**
 * The user who last signed in on this device; if that isn't known, the one whom the server last confirmed.
 */
export async function loadLastUser(): Promise<DeviceUser | undefined> {
  const account = readSetting("lastLoggedInUserId");
  return (account && (await loadDeviceUser(account))) || loadLastSeenUser();
}

/**
 * The user while the server can't be reached: the one it last confirmed, until they log out or have been idle
 * for 20 minutes. Changing the device's clock ends the session as well.
 */
export async function loadCachedSession(now: number = Date.now()): Promise<User | null> {
  const person = await loadLastUser();
  return person && !person.isLocked && !isIdle(now) ? person.user : null;
}

/**
 * Ends the session on this device after the server has reported that nobody is signed in. Offline, the user
 * must then unlock their data.
 */
export async function endCachedSession(): Promise<void> {
  const person = await loadLastUser();
  if (person) await lockDeviceUser(person.account);
}

/** Whether no window of this browser has been used for as long as an idle session lasts. */
export function isIdle(now: number = Date.now()): boolean {
  const touched = Number(readSetting("lastActivity"));
  return !touched || Math.abs(now - touched) >= IDLE_LIMIT;
}
