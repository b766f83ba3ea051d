import type { User } from "../../api/generated/User";
import { readSetting } from "../storage";
import { lastSeen, lockPerson, personOf } from "./people";
import type { Person } from "./person";

/** What a session outlives without a touch: 20 minutes, in milliseconds. */
const IDLE_LIMIT = 20 * 60_000;

/** Who signed in last on this device, with what is remembered of them; where nobody did, whom the server saw last. */
export async function lastPerson(): Promise<Person | undefined> {
  const account = readSetting("lastLoggedInUserId");
  return (account && (await personOf(account))) || lastSeen();
}

/**
 * Who works here while the server cannot be asked: whoever it last said so of, within their session, which ends by
 * their own word or after 20 minutes without a touch. A clock that was moved ends it as well.
 */
export async function heldSession(now: number = Date.now()): Promise<User | null> {
  const person = await lastPerson();
  return person && !person.isLocked && !isQuiet(now) ? person.user : null;
}

/** The server says that nobody is signed in here: without it nobody is either, until they unlock what is theirs. */
export async function endHeldSession(): Promise<void> {
  const person = await lastPerson();
  if (person) await lockPerson(person.account);
}

/** Whether nobody has touched this browser's windows for as long as a session goes on without. */
export function isQuiet(now: number = Date.now()): boolean {
  const touched = Number(readSetting("lastActivity"));
  return !touched || Math.abs(now - touched) >= IDLE_LIMIT;
}
