import { device, ofAccount } from "../device/device";
import { CACHED_LISTS } from "./cached-lists";

/**
 * The most that is held of an account's documents, answers and rows of lists, in bytes. What waits to be sent is no
 * part of it.
 */
export const MOST_HELD = 48 * 1024 * 1024;
/** The most rows of lists. */
export const MOST_ROWS = 20_000;
/** What a row takes, about, with the words that it is found by, and what is noted beside the whole of it. */
const ROW_BYTES = 1024;
/** What is let go where the browser itself has no more room: down to this part of what was held. */
const SQUEEZED = 0.5;
/** How many bytes come in before the room is looked at again. */
const LOOK_AFTER = 2 * 1024 * 1024;

const STORES = ["answers", "wholes"] as const;

const written = new Map<string, number>();

/** Puts something in, within the account's room; where the browser has none, older things go first. */
export async function withRoom(account: string, bytes: number, put: () => Promise<void>): Promise<void> {
  try {
    await put();
  } catch (error) {
    if (!isFull(error)) return;
    try {
      await letGo(account, SQUEEZED * (await heldBytes(account)));
      await put();
    } catch {
      // It is read again from the server when it is wanted.
      return;
    }
  }
  // A whole brings its row.
  const since = (written.get(account) ?? LOOK_AFTER) + bytes + ROW_BYTES;
  written.set(account, since);
  if (since < LOOK_AFTER) return;
  written.set(account, 0);
  // Until the next look as much comes in again, and in another window too.
  await letGo(account, MOST_HELD - 2 * LOOK_AFTER).catch(() => {});
}

/** How many bytes are held of an account's. */
export async function heldBytes(account: string): Promise<number> {
  return sumOf(await byAge(account)) + (await rowsBytes(account));
}

const sumOf = (held: readonly Sized[]) => held.reduce((sum, { bytes }) => sum + bytes, 0);

async function rowsBytes(account: string): Promise<number> {
  return ROW_BYTES * (await (await device()).count("rows", ofAccount(account) as never));
}

/** Lets go of the oldest until no more than `most` bytes are held; rows of lists stay. */
export async function letGo(account: string, most: number): Promise<void> {
  const held = await byAge(account);
  let sum = sumOf(held) + (await rowsBytes(account));
  if (sum <= most) return;
  const tx = (await device()).transaction(STORES, "readwrite");
  for (const { store, key, bytes } of held) {
    if (sum <= most) break;
    void tx.objectStore(store).delete(key as never);
    sum -= bytes;
  }
  await tx.done;
}

interface Sized {
  store: (typeof STORES)[number];
  key: IDBValidKey;
  at: number;
  bytes: number;
}

/**
 * What is held, the oldest first, by the index alone: no value is read. What every document names comes last: nothing
 * is written without signal where that is gone.
 */
async function byAge(account: string): Promise<Sized[]> {
  const db = await device();
  const sized: Sized[] = [];
  for (const store of STORES) {
    let cursor = await db.transaction(store).store.index("age").openKeyCursor(ofAccount(account));
    while (cursor) {
      const [, at, bytes] = cursor.key;
      sized.push({ store, key: cursor.primaryKey, at, bytes });
      cursor = await cursor.continue();
    }
  }
  return sized.sort((one, other) => Number(isNamed(one)) - Number(isNamed(other)) || one.at - other.at);
}

/** Contacts, items and business profiles: an answer's key is its account and its address. */
function isNamed({ store, key }: Sized): boolean {
  const [, url] = key as [string, string];
  return store === "answers" && url in CACHED_LISTS;
}

/** Whether the browser has no more room. */
export function isFull(error: unknown): boolean {
  return error instanceof DOMException && (error.name === "QuotaExceededError" || error.code === 22);
}
