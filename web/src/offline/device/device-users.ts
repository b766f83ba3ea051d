import type { User } from "../../api/generated/User";
import { clearFormDrafts } from "../form-drafts/store";
import { clearLabourRates } from "../labour-rates";
import { clearUnsentEdits } from "../unsent-edit-store";
import { buildAccountRange, type DeviceUser, getDeviceDatabase } from "./database";

/** The stored data of a user; undefined if there is none or no storage. */
export async function loadDeviceUser(account: string): Promise<DeviceUser | undefined> {
  try {
    return await (await getDeviceDatabase()).get("people", account);
  } catch {
    return undefined;
  }
}

/** The user whom the server last confirmed on this device. */
export async function loadLastSeenUser(): Promise<DeviceUser | undefined> {
  try {
    const people = await (await getDeviceDatabase()).getAll("people");
    return people.sort((one, other) => other.seenAt - one.seenAt)[0];
  } catch {
    return undefined;
  }
}

/** Changes the stored data of a user in one transaction. Does nothing in a browser without storage. */
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

/** Records that the server has confirmed a user's session. */
export function recordSeenUser(user: User, now: number): Promise<void> {
  return updateDeviceUser(user.id, (before) => ({
    ...(before ?? createDeviceUser(user)),
    user,
    seenAt: now,
    isLocked: false,
    wrongPins: 0,
  }));
}

/** Locks a user's data after their session has ended. */
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

/**
 * Deletes everything that this device has stored for an account: cached data, waiting changes and the user.
 */
export async function clearAccountData(account: string): Promise<void> {
  await Promise.all([
    clearLabourRates(account),
    // If the browser forbids storage, there is nothing to delete.
    clearUnsentEdits(account).catch(() => {}),
    clearFormDrafts(account).catch(() => {}),
    clearCache(account, ["answers", "rows", "wholes"]).catch(() => {}),
    clearWaitingChanges(account).catch(() => {}),
  ]);
}

/** Clears data that can be read from the server again. */
export async function clearCache(
  account: string,
  stores: ("answers" | "rows" | "wholes")[] = ["answers", "rows", "wholes"],
): Promise<void> {
  const tx = (await getDeviceDatabase()).transaction(stores, "readwrite");
  for (const store of stores) void tx.objectStore(store).delete(buildAccountRange(account) as never);
  await tx.done;
}

async function clearWaitingChanges(account: string): Promise<void> {
  const tx = (await getDeviceDatabase()).transaction(["waiting", "people"], "readwrite");
  const orders = await tx.objectStore("waiting").index("account").getAllKeys(account);
  for (const order of orders) void tx.objectStore("waiting").delete(order);
  void tx.objectStore("people").delete(account);
  await tx.done;
}
