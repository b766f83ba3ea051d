import { request } from "./client";
import { ApiError } from "./errors";
import { newId } from "./ids";
import { type AnyCall, buildUrl, type CallArguments, type PathOf, type ResponseBody } from "./requests";

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
