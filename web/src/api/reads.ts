import { request } from "./client";
import { type AnyCall, buildUrl, type CallArguments, type PathOf, type ResponseBody } from "./requests";

interface ReadOptions {
  signal?: AbortSignal;
  cache?: RequestCache;
}

/** One read: the path as the server names it, what is filled in and asked for, and the address of it all. */
export interface ReadRequest extends ReadOptions, Pick<AnyCall, "params" | "query"> {
  path: string;
  url: string;
}

/** What carries a read: the network, or what this device holds in front of it. */
export type ReadTransport = (read: ReadRequest) => Promise<unknown>;

/** Straight over the network. */
export const readOverNetwork: ReadTransport = ({ url, signal, cache }) => request(url, { signal, cache });

let readTransport = readOverNetwork;

/** Puts another transport under every read; answers the one it replaces. */
export function setReadTransport(next: ReadTransport): ReadTransport {
  const before = readTransport;
  readTransport = next;
  return before;
}

/** A read. Throws what `request` throws. */
export const get = (async (path: string, { params, query, signal, cache }: AnyCall & ReadOptions = {}) =>
  readTransport({ path, params, query, url: buildUrl(path, { params, query }), signal, cache })) as <
  Path extends PathOf<"GET">,
>(
  path: Path,
  ...rest: CallArguments<"GET", Path, ReadOptions>
) => Promise<ResponseBody<"GET", Path>>;
