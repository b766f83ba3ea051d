import type { User } from "../../api/generated/User";
import { getDeviceDatabase } from "./database";
import type { DeviceUser } from "./person";

/** What is remembered of somebody; nothing where the browser keeps nothing. */
export async function loadDeviceUser(account: string): Promise<DeviceUser | undefined> {
  try {
    return await (await getDeviceDatabase()).get("people", account);
  } catch {
    return undefined;
  }
}

/** Whom the server saw last on this device. */
export async function loadLastSeenUser(): Promise<DeviceUser | undefined> {
  try {
    const people = await (await getDeviceDatabase()).getAll("people");
    return people.sort((one, other) => other.seenAt - one.seenAt)[0];
  } catch {
    return undefined;
  }
}

/** Changes what is remembered of somebody, in one step. A browser that keeps nothing simply forgets. */
export async function updateDeviceUser(
  account: string,
  change: (before: DeviceUser | undefined) => DeviceUser | null,
): Promise<void> {
  try {
    const tx = (await getDeviceDatabase()).transaction("people", "readwrite");
    const after = change(await tx.store.get(account));
    if (after === null) await tx.store.delete(account);
    else await tx.store.put(after);
    await tx.done;
  } catch {
    // As above.
  }
}

/** The server says who is signed in. */
export function recordSeenUser(user: User, now: number): Promise<void> {
  return updateDeviceUser(user.id, (before) => ({
    ...(before ?? createDeviceUser(user)),
    user,
    seenAt: now,
    isLocked: false,
    wrongPins: 0,
  }));
}

/** Their session is over. */
export function lockDeviceUser(account: string): Promise<void> {
  return updateDeviceUser(account, (before) => (before ? { ...before, isLocked: true } : null));
}

function createDeviceUser(user: User): DeviceUser {
  return {
    account: user.id,
    user,
    seenAt: 0,
    isLocked: false,
    pin: null,
    wrongPins: 0,
    passkeys: [],
    readsAhead: false,
    readAheadTo: {},
  };
}
