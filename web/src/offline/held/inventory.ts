import { device, ofAccount } from "../device/device";
import { heldBytes } from "./room";

/** What this device holds of an account's. */
export interface Inventory {
  /** Documents and the like that are held whole, by sort: "quote". */
  wholes: Record<string, number>;
  /** Rows of lists, by sort. */
  rows: Record<string, number>;
  /** What was read besides: lists, figures, pages. */
  answers: number;
  /** What all of it takes, about. */
  bytes: number;
}

/** Counts what is held. Rejects where the browser keeps nothing. */
export async function inventory(account: string): Promise<Inventory> {
  const db = await device();
  const bySort = async (store: "rows" | "wholes") => {
    const counts: Record<string, number> = {};
    for (const [, sort] of await db.getAllKeys(store, ofAccount(account) as never)) {
      counts[sort] = (counts[sort] ?? 0) + 1;
    }
    return counts;
  };
  const [wholes, rows, answers, bytes] = await Promise.all([
    bySort("wholes"),
    bySort("rows"),
    db.count("answers", ofAccount(account) as never),
    heldBytes(account),
  ]);
  return { wholes, rows, answers, bytes };
}

/** Whether the browser has promised not to clear this site's storage by itself. */
export async function isPersisted(): Promise<boolean> {
  return (await navigator.storage?.persisted?.().catch(() => false)) ?? false;
}

/** Asks the browser for that promise; some ask the person, most decide by how much the site is used. */
export async function askToPersist(): Promise<boolean> {
  return (await navigator.storage?.persist?.().catch(() => false)) ?? false;
}
