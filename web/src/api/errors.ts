import type { ApiErrorBody } from "./generated/ApiErrorBody";
import type { ApiFieldError } from "./generated/ApiFieldError";

/** One error of a field: its path, the rule and the message. */
type FieldError = Pick<ApiFieldError, "path" | "msg"> & Partial<ApiFieldError>;

/**
 * A non-OK response with its status and parsed body; the message comes from the body, or else from the status
 * text.
 */
export class ApiError extends Error {
  override name = "ApiError";
  constructor(
    readonly status: number,
    message: string,
    /** The server's stable code ('stale_version'); '' if there is none. */
    readonly code: string,
    readonly errors: FieldError[],
    /** The parsed JSON body; undefined if the response wasn't JSON. */
    readonly body: unknown,
    /** The whole seconds to wait, from Retry-After. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}

/** Whether the id of a create already belongs to something else. */
export const isIdTaken = (error: unknown): boolean => error instanceof ApiError && error.code === "id_taken";

/**
 * Whether the request was refused because the account's plan has lapsed; it may succeed once there is a plan.
 */
export const isPlanLapsedError = (error: unknown): error is ApiError & { code: "plan_lapsed" } =>
  error instanceof ApiError && error.code === "plan_lapsed";

/** Whether the request was refused because the account's plan doesn't include the feature. */
export const isPlusRequiredError = (error: unknown): error is ApiError & { code: "needs_plus" } =>
  error instanceof ApiError && error.code === "needs_plus";

/** Whether the account is suspended: its session exists but can't be used. */
export const isSuspended = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === "suspended";

/**
 * Whether support's access to another account has ended, so that this browser continues in its own session.
 */
export const isSupportAccessEnded = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === "look_ended";

/** There was no response. `offline` if the browser knows that there is no network. */
export class NetworkError extends Error {
  override name = "NetworkError";
  constructor(readonly offline: boolean) {
    super(
      offline
        ? "You are offline. Try again when you have signal."
        : "The server could not be reached. Check your signal and try again.",
    );
  }
}

/** The response should have been JSON but wasn't. */
export class JsonError extends Error {
  override name = "JsonError";
  constructor(method: string, url: string) {
    super(`JSON parsing failed for ${method} ${url}`);
  }
}

/** An error whose message is meant for the user. */
export class ExplainedError extends Error {
  override name = "Explained";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseFieldErrors(value: unknown): FieldError[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (typeof entry === "string") return [{ path: "", msg: entry }];
    if (!isRecord(entry) || typeof entry.msg !== "string") return [];
    return [
      {
        path: typeof entry.path === "string" ? entry.path : "",
        code: typeof entry.code === "string" ? entry.code : undefined,
        msg: entry.msg,
      },
    ];
  });
}

/** Reads the server's error format from any body. */
export function parseApiError(response: Response, body: unknown): ApiError {
  const fields: { [name in keyof ApiErrorBody]?: unknown } = isRecord(body) ? body : {};
  const message = typeof fields.message === "string" && fields.message ? fields.message : response.statusText;
  const retryAfter = Number.parseInt(response.headers.get("Retry-After") ?? "", 10);
  return new ApiError(
    response.status,
    message,
    typeof fields.code === "string" ? fields.code : "",
    parseFieldErrors(fields.errors),
    body,
    Number.isNaN(retryAfter) ? null : retryAfter,
  );
}

/** A message for the user, whatever was thrown. */
export function getErrorMessage(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.status === 429)
      return error.message || "Too many attempts. Please wait a moment and try again.";
    // Says how much of an import was saved.
    if (error.code === "partly_imported") return error.message;
    if (error.status >= 500) return "The server had a problem. Your work is still here: please try again.";
    return error.message || "That didn’t work. Please try again.";
  }
  if (error instanceof NetworkError || error instanceof ExplainedError) return error.message;
  return "Something went wrong. Please try again.";
}
