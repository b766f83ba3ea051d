import { request } from "./client";
import { ApiError } from "./errors";
import type { FilePath, Paths } from "./generated/paths";

/** The types shared by all API calls: paths, parameters and responses, as generated from Rust. */

type Key = keyof Paths;

/** The paths that accept this method, named as on the server: "/api/quotes/{id}". */
export type PathOf<Method extends string> = Key extends infer K
  ? K extends `${Method} ${infer Path}`
    ? Path
    : never
  : never;

type EndpointOf<Method extends string, Path extends string> = Paths[Extract<Key, `${Method} ${Path}`>];

/** The response of a path to a method. */
export type ResponseBody<Method extends string, Path extends string> = EndpointOf<Method, Path>["answer"];

/** The names in braces. */
type PathParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParamNames<Rest>
  : never;

type PathParams<Path extends string> = [PathParamNames<Path>] extends [never]
  ? { params?: undefined }
  : { params: Record<PathParamNames<Path>, string> };

/**
 * Treats several paths as one: separately, TypeScript would compare each path's part with those of every
 * other path.
 */
type CallPart<Call, Name extends string> = [Call] extends [Record<Name, infer Value>]
  ? { [key in Name]: Value }
  : Name extends keyof Call
    ? { [key in Name]?: Call[Name] }
    : { [key in Name]?: undefined };

/**
 * Distributes over the paths: for all of them together, TypeScript would multiply names by queries by bodies.
 */
type Call<Method extends string, Path extends string> = Path extends string
  ? PathParams<Path> &
      CallPart<EndpointOf<Method, Path>, "query"> &
      CallPart<EndpointOf<Method, Path>, "body">
  : never;

/** The arguments after the path; optional if the path takes nothing. */
export type CallArguments<Method extends string, Path extends string, Options = unknown> =
  Record<never, never> extends Call<Method, Path>
    ? [call?: Call<Method, Path> & Options]
    : [call: Call<Method, Path> & Options];

/** A list is sent even if it is empty, because that means no values. */
type QueryParams = Record<string, string | number | boolean | readonly string[] | null | undefined>;

/** The arguments of a call to any path, without their exact types. */
export interface AnyCall {
  params?: Record<string, string>;
  query?: QueryParams;
  body?: unknown;
}

/**
 * The address of a path with its names filled in, and a query string of the parameters that are set; lists
 * are joined with commas.
 */
export function buildUrl(path: string, { params, query }: AnyCall = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (Array.isArray(value)) search.set(name, value.join(","));
    else if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${filled}?${text}` : filled;
}

/** The address of a file, for a link. */
export function buildFileUrl<Path extends FilePath>(
  path: Path,
  ...[call]: [PathParams<Path> & { query?: QueryParams }]
): string {
  return buildUrl(path, call);
}

interface ReadOptions {
  signal?: AbortSignal;
  cache?: RequestCache;
}

/** One read: the path as the server names it, its parameters, and the resulting address. */
export interface ReadRequest extends ReadOptions, Pick<AnyCall, "params" | "query"> {
  path: string;
  url: string;
}

/** Carries out a read: over the network, or with the device's cache in front of it. */
export type ReadTransport = (read: ReadRequest) => Promise<unknown>;

/** Reads directly over the network. */
export const readOverNetwork: ReadTransport = ({ url, signal, cache }) => request(url, { signal, cache });

let readTransport = readOverNetwork;

/** Replaces the transport of every read; returns the previous one. */
export function setReadTransport(next: ReadTransport): ReadTransport {
  const before = readTransport;
  readTransport = next;
  return before;
}

/** Reads from the server. Throws the same errors as `request`. */
export const get = (async (path: string, { params, query, signal, cache }: AnyCall & ReadOptions = {}) =>
  readTransport({ path, params, query, url: buildUrl(path, { params, query }), signal, cache })) as <
  Path extends PathOf<"GET">,
>(
  path: Path,
  ...rest: CallArguments<"GET", Path, ReadOptions>
) => Promise<ResponseBody<"GET", Path>>;

/**
 * A UUIDv7: 48 bits of time in milliseconds, then random bits. The browser chooses the id of what it creates,
 * so that retrying after a lost response doesn't create a second record.
 */
export function newId(now: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  for (let at = 0; at < 6; at++) bytes[at] = Math.floor(now / 2 ** (8 * (5 - at))) % 256;
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * Every write goes through this module. A write is a plain value (method, url, body, key), so that it can be
 * logged, sent later and sent again without the screen knowing.
 *
 * A write that is retried after a lost response is the same write: creates contain an id chosen by the
 * browser (`newId`, stored by the form), updates contain a version, and every write has an Idempotency-Key
 * that stays the same until the server has given a final response. A deliberate repeat of a finished write
 * gets a new key.
 */
export interface WriteRequest {
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path as the server names it: "/api/contacts/{id}". */
  path: string;
  /** The values for the names in braces. */
  params?: Record<string, string>;
  url: string;
  body?: unknown;
}

export interface KeyedWriteRequest extends WriteRequest {
  key: string;
}

/** Carries out a write: over the network, or with the device's log in front of it. */
export type WriteTransport = (write: KeyedWriteRequest) => Promise<unknown>;

/** Writes directly over the network. */
export const writeOverNetwork: WriteTransport = ({ method, url, body, key }) =>
  request(url, { method, body, headers: { "Idempotency-Key": key } });

let writeTransport: WriteTransport = writeOverNetwork;

/** Replaces the transport of every write; returns the previous one. */
export function setWriteTransport(next: WriteTransport): WriteTransport {
  const before = writeTransport;
  writeTransport = next;
  return before;
}

const pendingKeys = new Map<string, string>();

function fingerprintWrite({ method, url, body }: WriteRequest): string | null {
  // A file can't be compared as text, and uploading it twice is harmless.
  return body instanceof FormData ? null : `${method} ${url} ${JSON.stringify(body) ?? ""}`;
}

/** Whether a response is final. If the server says 'not now', the same write may still be carried out. */
function isFinalError(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429 && error.status !== 408;
}

/**
 * Sends a write and returns the server's JSON. Throws the same errors as `request`; calling again repeats the
 * write safely.
 */
async function sendWrite(write: WriteRequest): Promise<unknown> {
  const intent = fingerprintWrite(write);
  const key = (intent && pendingKeys.get(intent)) ?? newId();
  if (intent) pendingKeys.set(intent, key);
  try {
    const answer = await writeTransport({ ...write, key });
    if (intent) pendingKeys.delete(intent);
    return answer;
  } catch (error) {
    if (intent && isFinalError(error)) pendingKeys.delete(intent);
    throw error;
  }
}

type WriteFunction<Method extends WriteRequest["method"]> = <Path extends PathOf<Method>>(
  path: Path,
  ...rest: CallArguments<Method, Path>
) => Promise<ResponseBody<Method, Path>>;

const createWriteFunction = <Method extends WriteRequest["method"]>(method: Method) => {
  // Untyped in between, because TypeScript gives up comparing it with the type of every path.
  const untyped: unknown = (path: string, call: AnyCall = {}) =>
    sendWrite({ method, path, params: call.params, url: buildUrl(path, call), body: call.body });
  return untyped as WriteFunction<Method>;
};

export const post = createWriteFunction("POST");
export const put = createWriteFunction("PUT");
export const patch = createWriteFunction("PATCH");
export const remove = createWriteFunction("DELETE");
