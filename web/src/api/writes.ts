import { type Answer, type AnyCall, address, type PathOf, type Rest } from "./calls";
import { request } from "./client";
import { ApiError } from "./errors";
import { newId } from "./ids";

/**
 * The one door for writes. A write is a plain value (method, url, body, key), so that an outbox can hold it, send
 * it later and send it again without a screen knowing.
 *
 * A write that a person repeats after a lost answer is the same write: creates carry an id that the browser chose
 * (`newId`, kept by the form), updates carry a version, and every write carries an Idempotency-Key that stays the
 * same until the server has answered for good. A later, deliberate repeat of a finished write gets a new key.
 */
export interface Write {
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path as the server names it: "/api/contacts/{id}". */
  path: string;
  /** The names in braces. */
  params?: Record<string, string>;
  url: string;
  body?: unknown;
}

export interface KeyedWrite extends Write {
  key: string;
}

/** What carries a write away: the network, or the device's own log in front of it. */
export type WriteTransport = (write: KeyedWrite) => Promise<unknown>;

/** Straight over the network. */
export const overNetwork: WriteTransport = ({ method, url, body, key }) =>
  request(url, { method, body, headers: { "Idempotency-Key": key } });

let transport: WriteTransport = overNetwork;

/** Puts another transport under every write; answers the one it replaces. */
export function setWriteTransport(next: WriteTransport): WriteTransport {
  const before = transport;
  transport = next;
  return before;
}

const unanswered = new Map<string, string>();

function intentOf({ method, url, body }: Write): string | null {
  // A file cannot be compared by its text; its upload is content and may be repeated freely.
  return body instanceof FormData ? null : `${method} ${url} ${JSON.stringify(body) ?? ""}`;
}

/** An answer is final unless the server itself says 'not now': then the same write may still happen. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429 && error.status !== 408;
}

/** Sends a write and answers the server's JSON. Throws what `request` throws; calling again repeats safely. */
async function send(write: Write): Promise<unknown> {
  const intent = intentOf(write);
  const key = (intent && unanswered.get(intent)) ?? newId();
  if (intent) unanswered.set(intent, key);
  try {
    const answer = await transport({ ...write, key });
    if (intent) unanswered.delete(intent);
    return answer;
  } catch (error) {
    if (intent && isFinal(error)) unanswered.delete(intent);
    throw error;
  }
}

type Writing<Method extends Write["method"]> = <Path extends PathOf<Method>>(
  path: Path,
  ...rest: Rest<Method, Path>
) => Promise<Answer<Method, Path>>;

const writing = <Method extends Write["method"]>(method: Method) => {
  // Without its type on the way: TypeScript gives up comparing it with that of every path.
  const any: unknown = (path: string, call: AnyCall = {}) =>
    send({ method, path, params: call.params, url: address(path, call), body: call.body });
  return any as Writing<Method>;
};

export const post = writing("POST");
export const put = writing("PUT");
export const patch = writing("PATCH");
export const remove = writing("DELETE");
