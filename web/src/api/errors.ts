import type { ApiErrorBody } from "./generated/ApiErrorBody";
import type { ApiFieldError } from "./generated/ApiFieldError";

/** One thing wrong with one field: where, which rule, and the sentence to show. */
type FieldError = Pick<ApiFieldError, "path" | "msg"> & Partial<ApiFieldError>;

/** A non-OK answer: its status and parsed body; the message is the body's, else the status text. */
export class ApiError extends Error {
  override name = "ApiError";
  constructor(
    readonly status: number,
    message: string,
    /** The server's stable code ('stale_version'), '' when it gave none. */
    readonly code: string,
    readonly errors: FieldError[],
    /** The parsed JSON body; undefined when the answer was not JSON. */
    readonly body: unknown,
    /** Whole seconds to wait, from Retry-After. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}

/** Whether something else has the id that a create came with. */
export const isIdTaken = (error: unknown): boolean => error instanceof ApiError && error.code === "id_taken";

/** Whether the account's plan has lapsed: what was asked for may be done once there is one. */
export const isPlanLapsedError = (error: unknown): error is ApiError & { code: "plan_lapsed" } =>
  error instanceof ApiError && error.code === "plan_lapsed";

/** Whether it is part of a plan that the account does not have. */
export const isPlusRequiredError = (error: unknown): error is ApiError & { code: "needs_plus" } =>
  error instanceof ApiError && error.code === "needs_plus";

/** Whether the account is kept out: its session is there, and of no use. */
export const isSuspended = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === "suspended";

/** Whether a look into another's account is over, and this browser can go on in its own session. */
export const isSupportAccessEnded = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === "look_ended";

/** The request never got an answer. `offline` when the browser knows that there is no network. */
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

/** The answer said JSON, or should have, and was not. */
export class JsonError extends Error {
  override name = "JsonError";
  constructor(method: string, url: string) {
    super(`JSON parsing failed for ${method} ${url}`);
  }
}

/** Something that a person chose or must know; its message is a sentence for them. */
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

/** Reads the one error shape of the server out of whatever the body was. */
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

/** A sentence for a person, whatever was thrown. */
export function getErrorMessage(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.status === 429)
      return error.message || "Too many attempts. Please wait a moment and try again.";
    // How much of an import is saved.
    if (error.code === "partly_imported") return error.message;
    if (error.status >= 500) return "The server had a problem. Your work is still here: please try again.";
    return error.message || "That didn’t work. Please try again.";
  }
  if (error instanceof NetworkError || error instanceof ExplainedError) return error.message;
  return "Something went wrong. Please try again.";
}
