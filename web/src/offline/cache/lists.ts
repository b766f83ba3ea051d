import { cacheResponse } from "./answers";
import { cacheList } from "./cached-lists";

/** Holds a list that is read as a whole, as it was at this time. */
export async function cacheWholeList(
  account: string,
  path: string,
  data: unknown,
  at?: number,
): Promise<void> {
  cacheList(account, path, data, at);
  await cacheResponse(account, path, data, at);
}
