import { tellTime } from "./clock";
import { ApiError, apiError, JsonError, NetworkError } from "./errors";
import { isUnreached, tellReach } from "./reach";

export interface RequestOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON, or as it is when it is FormData. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  cache?: RequestCache;
}

/** Called when any answer is a 401: the session ended. `expired` when the server says that there was one. */
export type UnauthorisedListener = (expired: boolean, error: ApiError) => void;

let onUnauthorised: UnauthorisedListener = () => {};

/** The session registers itself here; one listener at a time. */
export function listenForUnauthorised(listener: UnauthorisedListener): () => void {
  onUnauthorised = listener;
  return () => {
    onUnauthorised = () => {};
  };
}

/** Parses JSON; when that fails, once more without a leading byte-order mark and white space. */
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
 * One request to our server with the session's cookie, under the typed calls of `reads` and `writes`. Answers the parsed JSON (undefined for an empty body).
 * Throws ApiError for a non-OK answer, NetworkError when none came, JsonError when it was not JSON.
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
    throw unreached(new NetworkError(navigator.onLine === false));
  }
  if (!response.ok) throw failed(response, text);
  const answer = text === "" ? undefined : read(text, method, url);
  tellReach(true);
  tellTime(response.headers.get("Date"));
  return answer;
}

/** A page where JSON was to be is somebody else's. */
function read(text: string, method: string, url: string): unknown {
  try {
    return parseJson(text, method, url);
  } catch (error) {
    throw unreached(error as JsonError);
  }
}

function unreached<Thrown extends Error>(error: Thrown): Thrown {
  tellReach(false);
  return error;
}

/** Asks our server for a stream of events under `postForEvents`. Throws what `request` throws. */
export async function requestEvents(url: string, body: unknown, signal: AbortSignal): Promise<Response> {
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
    throw unreached(new NetworkError(navigator.onLine === false));
  }
  if (!response.ok) throw failed(response, await response.text());
  return response;
}

/** What a non-OK answer is thrown as; tells the session of a 401 of our server's own. */
function failed(response: Response, text: string): ApiError {
  const error = apiError(response, safeJson(text));
  tellReach(!isUnreached(error));
  const isPage = response.headers.get("Content-Type")?.startsWith("text/html") ?? false;
  if (error.status === 401 && !isPage) {
    onUnauthorised(response.headers.get("X-Session-Expired") === "true", error);
  }
  return error;
}

function safeJson(text: string): unknown {
  try {
    return parseJson(text, "", "");
  } catch {
    return undefined;
  }
}

/** Whether an error is our server's answer with this status. */
export function isStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status;
}
