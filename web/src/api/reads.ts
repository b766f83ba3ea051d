import { type Answer, type AnyCall, address, type PathOf, type Rest } from "./calls";
import { request } from "./client";

interface Options {
  signal?: AbortSignal;
  cache?: RequestCache;
}

/** One read: the path as the server names it, what is filled in and asked for, and the address of it all. */
export interface Read extends Options, Pick<AnyCall, "params" | "query"> {
  path: string;
  url: string;
}

/** What carries a read: the network, or what this device holds in front of it. */
export type ReadTransport = (read: Read) => Promise<unknown>;

/** Straight over the network. */
export const overNetwork: ReadTransport = ({ url, signal, cache }) => request(url, { signal, cache });

let transport = overNetwork;

/** Puts another transport under every read; answers the one it replaces. */
export function setReadTransport(next: ReadTransport): ReadTransport {
  const before = transport;
  transport = next;
  return before;
}

/** A read. Throws what `request` throws. */
export const get = (async (path: string, { params, query, signal, cache }: AnyCall & Options = {}) =>
  transport({ path, params, query, url: address(path, { params, query }), signal, cache })) as <
  Path extends PathOf<"GET">,
>(
  path: Path,
  ...rest: Rest<"GET", Path, Options>
) => Promise<Answer<"GET", Path>>;
