import { type Answer, type AnyCall, address, type PathOf, type Rest } from "./calls";
import { request } from "./client";

interface Options {
  signal?: AbortSignal;
  cache?: RequestCache;
}

/** A read. Throws what `request` throws. */
export const get = (async (path: string, call: AnyCall & Options = {}) =>
  request(address(path, call), { signal: call.signal, cache: call.cache })) as <Path extends PathOf<"GET">>(
  path: Path,
  ...rest: Rest<"GET", Path, Options>
) => Promise<Answer<"GET", Path>>;
