import { type CachedResponse, getDeviceDatabase } from "../device/database";
import { putWithinLimit } from "./storage-limits";

/** Holds an answer over the one before. A device without room for it goes without. */
export async function cacheResponse(
  account: string,
  url: string,
  data: unknown,
  now = Date.now(),
): Promise<void> {
  const bytes = estimateBytes(data);
  await putWithinLimit(account, bytes, async () => {
    await (await getDeviceDatabase()).put("answers", { account, url, data, at: now, bytes });
  });
}

/** The answer held for an address. */
export async function loadCachedResponse(account: string, url: string): Promise<CachedResponse | undefined> {
  try {
    return await (await getDeviceDatabase()).get("answers", [account, url]);
  } catch {
    return undefined;
  }
}

/** What a value takes in the store, about, in bytes. */
export function estimateBytes(data: unknown): number {
  return (JSON.stringify(data) ?? "").length;
}
