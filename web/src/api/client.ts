import { ApiError, JsonError, NetworkError, parseApiError } from "./errors";
import { isUnreachedError, reportReachability, reportServerTime } from "./reachability";

export interface RequestOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON, or unchanged if it is FormData. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  cache?: RequestCache;
}

/**
 * Called when any response is a 401, which means that the session has ended. `expired` if the server says
 * that there was a session.
 */
export type UnauthorisedListener = (expired: boolean, error: ApiError) => void;

let unauthorisedListener: UnauthorisedListener = () => {};

/** Registers the session's listener; only one at a time. */
export function listenForUnauthorised(listener: UnauthorisedListener): () => void {
  unauthorisedListener = listener;
  return () => {
    unauthorisedListener = () => {};
  };
}

/** Parses JSON; if that fails, tries again without a leading byte-order mark and white space. */
export function parseJson(text: string, method: string, url: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(text.replace(/^[\uFEFF\s]+/, ""));
    } catch {
      throw new JsonError(method, url);
    }
  }
}

/**
 * Sends one request to our server with the session's cookie; the typed calls of `requests.ts` are built on
 * it. Returns the parsed JSON (undefined for an empty body). Throws ApiError for a non-OK response,
 * NetworkError if there was no response, and JsonError if the response wasn't JSON.
 */
export async function request(url: string, options: RequestOptions = {}): Promise<unknown> {
  const { method = "GET", body, headers, signal, cache } = options;
  const form = body instanceof FormData;
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      credentials: "include",
      cache,
      signal,
      headers: {
        Accept: "application/json",
        ...(body === undefined || form ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? undefined : form ? body : JSON.stringify(body),
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw reportUnreached(new NetworkError(navigator.onLine === false));
  }
  if (!response.ok) throw toApiError(response, text);
  const answer = text === "" ? undefined : parseResponseBody(text, method, url);
  reportReachability(true);
  reportServerTime(response.headers.get("Date"));
  return answer;
}

/** Parses a response body. An HTML page instead of JSON isn't from our server. */
function parseResponseBody(text: string, method: string, url: string): unknown {
  try {
    return parseJson(text, method, url);
  } catch (error) {
    throw reportUnreached(error as JsonError);
  }
}

function reportUnreached<Thrown extends Error>(error: Thrown): Thrown {
  reportReachability(false);
  return error;
}

/** Requests a stream of events; used by `postForEventStream`. Throws the same errors as `request`. */
export async function requestEventStream(url: string, body: unknown, signal: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: "POST",
      credentials: "include",
      signal,
      headers: { Accept: "text/event-stream", "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw reportUnreached(new NetworkError(navigator.onLine === false));
  }
  if (!response.ok) throw toApiError(response, await response.text());
  return response;
}

/** The ApiError for a non-OK response; notifies the session of a 401 from our own server. */
function toApiError(response: Response, text: string): ApiError {
  const error = parseApiError(response, parseJsonOrUndefined(text));
  reportReachability(!isUnreachedError(error));
  const isPage = response.headers.get("Content-Type")?.startsWith("text/html") ?? false;
  if (error.status === 401 && !isPage) {
    unauthorisedListener(response.headers.get("X-Session-Expired") === "true", error);
  }
  return error;
}

function parseJsonOrUndefined(text: string): unknown {
  try {
    return parseJson(text, "", "");
  } catch {
    return undefined;
  }
}

/** Whether an error is a response of our server with this status. */
export function isStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status;
}
