import { device, type HeldAnswer } from "../device/device";
import { withRoom } from "./room";

/** Holds an answer over the one before. A device without room for it goes without. */
export async function holdAnswer(
  account: string,
  url: string,
  data: unknown,
  now = Date.now(),
): Promise<void> {
  const bytes = sizeOf(data);
  await withRoom(account, bytes, async () => {
    await (await device()).put("answers", { account, url, data, at: now, bytes });
  });
}

/** The answer held for an address. */
export async function heldAnswer(account: string, url: string): Promise<HeldAnswer | undefined> {
  try {
    return await (await device()).get("answers", [account, url]);
  } catch {
    return undefined;
  }
}

/** What a value takes in the store, about, in bytes. */
export function sizeOf(data: unknown): number {
  return (JSON.stringify(data) ?? "").length;
}
