import { device, type HeldThing, type HeldWhole } from "../device/device";
import { sizeOf } from "./answers";
import { MOST_ROWS, withRoom } from "./room";

/** A row of a list, as it is held. */
export type Row = Pick<HeldThing, "id" | "row" | "words">;

/** Holds rows of a list over those before; `kept` says what of those stays. */
export async function holdRows(
  account: string,
  sort: string,
  rows: readonly Row[],
  kept: (before: Row, now: Row) => Row = (_before, now) => now,
): Promise<void> {
  if (rows.length === 0) return;
  try {
    const tx = (await device()).transaction("rows", "readwrite");
    for (const row of rows) {
      const before = await tx.store.get([account, sort, row.id]);
      void tx.store.put({ account, sort, ...(before ? kept(before, row) : row) });
    }
    await tx.done;
  } catch {
    // No room, or no store: they are read again from the server.
  }
}

/** The rows held of a sort, in the order of their ids: the order in which they were made. */
export async function heldRows(account: string, sort: string): Promise<HeldThing[]> {
  try {
    const all = IDBKeyRange.bound([account, sort], [account, sort, []]);
    return await (await device()).getAll("rows", all, MOST_ROWS);
  } catch {
    return [];
  }
}

/** Holds the whole of a thing. */
export async function holdWhole(
  account: string,
  sort: string,
  { id, data }: Pick<HeldWhole, "id" | "data">,
  now = Date.now(),
): Promise<void> {
  const bytes = sizeOf(data);
  await withRoom(account, bytes, async () => {
    await (await device()).put("wholes", { account, sort, id, data, at: now, bytes });
  });
}

/** The whole of a thing, where it is held. */
export async function heldWhole(account: string, sort: string, id: string): Promise<HeldWhole | undefined> {
  try {
    return await (await device()).get("wholes", [account, sort, id]);
  } catch {
    return undefined;
  }
}

/** Lets go of things that are there no more. */
export async function forgetThings(account: string, sort: string, ids: readonly string[]): Promise<void> {
  try {
    const tx = (await device()).transaction(["rows", "wholes"], "readwrite");
    for (const id of ids) {
      void tx.objectStore("rows").delete([account, sort, id]);
      void tx.objectStore("wholes").delete([account, sort, id]);
    }
    await tx.done;
  } catch {
    // Held a little longer.
  }
}
