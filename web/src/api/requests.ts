import { request } from "./client";
import { ApiError } from "./errors";
import type { FilePath, Paths } from "./generated/paths";

/** What the calls of our server have in common: paths, what they take and what they answer, as Rust describes them. */

type Key = keyof Paths;

/** The paths that take this method, as the server names them: "/api/quotes/{id}". */
export type PathOf<Method extends string> = Key extends infer K
  ? K extends `${Method} ${infer Path}`
    ? Path
    : never
  : never;

type EndpointOf<Method extends string, Path extends string> = Paths[Extract<Key, `${Method} ${Path}`>];

/** What a path answers to a method. */
export type ResponseBody<Method extends string, Path extends string> = EndpointOf<Method, Path>["answer"];

/** The names in braces. */
type PathParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParamNames<Rest>
  : never;

type PathParams<Path extends string> = [PathParamNames<Path>] extends [never]
  ? { params?: undefined }
  : { params: Record<PathParamNames<Path>, string> };

/** Of several paths as of one: taken one by one, TypeScript would compare each path's part with every other's. */
type CallPart<Call, Name extends string> = [Call] extends [Record<Name, infer Value>]
  ? { [key in Name]: Value }
  : Name extends keyof Call
    ? { [key in Name]?: Call[Name] }
    : { [key in Name]?: undefined };

/** Path by path: of all of them together TypeScript would multiply the names by the queries by the bodies. */
type Call<Method extends string, Path extends string> = Path extends string
  ? PathParams<Path> &
      CallPart<EndpointOf<Method, Path>, "query"> &
      CallPart<EndpointOf<Method, Path>, "body">
  : never;

/** What follows the path in a call; nothing need where the path takes nothing. */
export type CallArguments<Method extends string, Path extends string, Options = unknown> =
  Record<never, never> extends Call<Method, Path>
    ? [call?: Call<Method, Path> & Options]
    : [call: Call<Method, Path> & Options];

/** A list is set whatever is in it: none of them is said too. */
type QueryParams = Record<string, string | number | boolean | readonly string[] | null | undefined>;

/** A call of any path, as its function sees it. */
export interface AnyCall {
  params?: Record<string, string>;
  query?: QueryParams;
  body?: unknown;
}

/** The address of a path: its names filled in, and a query string of what is set, a list between commas. */
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

/**
 * A UUIDv7: 48 bits of time in milliseconds, then random bits. The browser chooses the id of what it creates, so
 * that a create repeated after a lost answer is the same create.
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
 * The one door for writes. A write is a plain value (method, url, body, key), so that an outbox can hold it, send
 * it later and send it again without a screen knowing.
 *
 * A write that a person repeats after a lost answer is the same write: creates carry an id that the browser chose
 * (`newId`, kept by the form), updates carry a version, and every write carries an Idempotency-Key that stays the
 * same until the server has answered for good. A later, deliberate repeat of a finished write gets a new key.
 */
export interface WriteRequest {
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path as the server names it: "/api/contacts/{id}". */
  path: string;
  /** The names in braces. */
  params?: Record<string, string>;
  url: string;
  body?: unknown;
}

export interface KeyedWriteRequest extends WriteRequest {
  key: string;
}

/** What carries a write away: the network, or the device's own log in front of it. */
export type WriteTransport = (write: KeyedWriteRequest) => Promise<unknown>;

/** Straight over the network. */
export const writeOverNetwork: WriteTransport = ({ method, url, body, key }) =>
  request(url, { method, body, headers: { "Idempotency-Key": key } });

let writeTransport: WriteTransport = writeOverNetwork;

/** Puts another transport under every write; answers the one it replaces. */
export function setWriteTransport(next: WriteTransport): WriteTransport {
  const before = writeTransport;
  writeTransport = next;
  return before;
}

const pendingKeys = new Map<string, string>();

function fingerprintWrite({ method, url, body }: WriteRequest): string | null {
  // A file cannot be compared by its text; its upload is content and may be repeated freely.
  return body instanceof FormData ? null : `${method} ${url} ${JSON.stringify(body) ?? ""}`;
}

/** An answer is final unless the server itself says 'not now': then the same write may still happen. */
function isFinalError(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429 && error.status !== 408;
}

/** Sends a write and answers the server's JSON. Throws what `request` throws; calling again repeats safely. */
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
  // Without its type on the way: TypeScript gives up comparing it with that of every path.
  const untyped: unknown = (path: string, call: AnyCall = {}) =>
    sendWrite({ method, path, params: call.params, url: buildUrl(path, call), body: call.body });
  return untyped as WriteFunction<Method>;
};

export const post = createWriteFunction("POST");
export const put = createWriteFunction("PUT");
export const patch = createWriteFunction("PATCH");
export const remove = createWriteFunction("DELETE");
