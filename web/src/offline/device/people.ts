import type { User } from "../../api/generated/User";
import { device } from "./device";
import type { Person } from "./person";

/** What is remembered of somebody; nothing where the browser keeps nothing. */
export async function personOf(account: string): Promise<Person | undefined> {
  try {
    return await (await device()).get("people", account);
  } catch {
    return undefined;
  }
}

/** Whom the server saw last on this device. */
export async function lastSeen(): Promise<Person | undefined> {
  try {
    const people = await (await device()).getAll("people");
    return people.sort((one, other) => other.seenAt - one.seenAt)[0];
  } catch {
    return undefined;
  }
}

/** Changes what is remembered of somebody, in one step. A browser that keeps nothing simply forgets. */
export async function remember(
  account: string,
  change: (before: Person | undefined) => Person | null,
): Promise<void> {
  try {
    const tx = (await device()).transaction("people", "readwrite");
    const after = change(await tx.store.get(account));
    if (after === null) await tx.store.delete(account);
    else await tx.store.put(after);
    await tx.done;
  } catch {
    // As above.
  }
}

/** The server says who is signed in. */
export function rememberSeen(user: User, now: number): Promise<void> {
  return remember(user.id, (before) => ({
    ...(before ?? fresh(user)),
    user,
    seenAt: now,
    isLocked: false,
    wrongPins: 0,
  }));
}

/** Their session is over. */
export function lockPerson(account: string): Promise<void> {
  return remember(account, (before) => (before ? { ...before, isLocked: true } : null));
}

function fresh(user: User): Person {
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
