import {
  ApiError,
  ExplainedError,
  getErrorMessage,
  isSuspended,
  JsonError,
  NetworkError,
} from "../../api/errors";

/** What a screen says about a failure. */
export interface AccountNotice {
  title: string;
  text: string;
  list?: string[];
}

const unavailable: AccountNotice = {
  title: "System temporarily unavailable",
  text: "Please try again in a few minutes.",
};
const serverUnavailable: AccountNotice = {
  title: "Server temporarily unavailable",
  text: "Please check your connection and try again in a few minutes.",
};
const unreadableResponse: AccountNotice = {
  title: "Connection failed",
  text: "We couldn’t read the server’s reply. Please try again.",
};
const createTooManyAttemptsNotice = (text: string): AccountNotice => ({ title: "Too many attempts", text });

/** Of an account that is kept out, whichever way its owner comes: the server says whom to write to. */
const findSuspendedNotice = (error: unknown): AccountNotice | null =>
  isSuspended(error) && getServerMessage(error)
    ? { title: "Account suspended", text: getServerMessage(error) }
    : null;

/** The failures that sign-in and sign-up share; null when the screen has its own words. */
function findSharedNotice(error: unknown): AccountNotice | null {
  if (error instanceof NetworkError) {
    return error.offline
      ? { title: "No internet connection", text: "Check your signal and try again." }
      : serverUnavailable;
  }
  if (error instanceof JsonError) return unreadableResponse;
  const suspension = findSuspendedNotice(error);
  if (suspension) return suspension;
  if (error instanceof ApiError) {
    if (error.status === 500 || error.status === 503) return unavailable;
    // A page in the place of an answer: something between us and the server spoke.
    if (error.body === undefined) {
      if (error.status === 502 || error.status === 504) return serverUnavailable;
      if (error.status !== 429 && error.status !== 401) return unreadableResponse;
    }
  }
  return null;
}

/** The server's own sentence, where its answer had one: without it, an error's message is only the status text. */
function getServerMessage(error: unknown): string {
  if (!(error instanceof ApiError) || typeof error.body !== "object" || error.body === null) return "";
  return "message" in error.body && typeof error.body.message === "string" ? error.body.message : "";
}

/** The server's message; else the sentences of the errors list, joined. */
function getServerMessageOrErrors(error: ApiError): string {
  return getServerMessage(error) || error.errors.map(({ msg }) => msg).join(" ");
}

/** Whether the server wants the human check first. */
export function isCaptchaRequired(error: unknown): boolean {
  return error instanceof ApiError && error.code === "captcha_required";
}

/** The login rows of the error catalogue. */
export function describeLoginError(error: unknown): AccountNotice {
  const shared = findSharedNotice(error);
  if (shared) return shared;
  if (error instanceof ApiError) {
    switch (error.status) {
      case 400:
      case 422:
        return {
          title: "Invalid input",
          text: getServerMessageOrErrors(error) || "Please check your email and password format",
        };
      case 401:
        return { title: "Login failed", text: "Invalid email address or password" };
      case 429:
        return createTooManyAttemptsNotice(
          error.code === "known_devices_only"
            ? getServerMessage(error)
            : "Too many login attempts. Please try again later.",
        );
      default:
        return { title: "Login failed", text: `Server error (${error.status}). Please try again.` };
    }
  }
  return { title: "Login failed", text: "An unexpected error occurred. Please try again." };
}

/** The registration rows of the error catalogue. */
export function describeRegisterError(error: unknown): AccountNotice {
  // Here one row is for every 5xx, whoever gave it.
  if (error instanceof ApiError && error.status >= 500) return unavailable;
  const shared = findSharedNotice(error);
  if (shared) return shared;
  if (error instanceof ApiError) {
    if (error.status === 429) return createTooManyAttemptsNotice("Please wait a few minutes and try again.");
    if (error.message === "Email already registered") {
      return {
        title: "Account already exists",
        text: "There is an account with this email address. Log in instead.",
      };
    }
    if (error.message === "Password does not meet requirements") {
      return { title: "Password too weak", text: error.message, list: error.errors.map(({ msg }) => msg) };
    }
    return {
      title: "Registration failed",
      text: getServerMessage(error) || "Please check the form and try again.",
    };
  }
  return { title: "Registration failed", text: "An unexpected error occurred. Please try again." };
}

const genericNotice: AccountNotice = { title: "Error", text: "Something went wrong. Please try again." };

/** A code that was refused, on the verification page. */
export function describeVerificationError(error: unknown): AccountNotice {
  const suspension = findSuspendedNotice(error);
  if (suspension) return suspension;
  if (!(error instanceof ApiError)) return genericNotice;
  return { title: "Verification failed", text: getServerMessage(error) || "Invalid verification code" };
}

/** A code that could not be sent. */
export function describeResendError(error: unknown): AccountNotice {
  const suspension = findSuspendedNotice(error);
  if (suspension) return suspension;
  if (!(error instanceof ApiError)) return genericNotice;
  return { title: "Failed to send code", text: getServerMessage(error) || "Please try again." };
}

/** A PIN that did not sign in. */
export function describePinLoginError(error: unknown): AccountNotice {
  const suspension = findSuspendedNotice(error);
  if (suspension) return suspension;
  if (error instanceof NetworkError || error instanceof ExplainedError) {
    return { title: "PIN login failed", text: error.message };
  }
  return { title: "PIN login failed", text: getServerMessage(error) || "Invalid PIN" };
}

/** A passkey that did not sign in. */
export function describePasskeyLoginError(error: unknown): AccountNotice {
  return findSuspendedNotice(error) ?? { title: "Login failed", text: getErrorMessage(error) };
}

/** Reset links: the inline alert of the forgot-password page. */
export function describeForgotPasswordError(error: unknown): string {
  if (!(error instanceof ApiError)) return "Network error. Please try again.";
  return getServerMessage(error) || "Failed to send reset email";
}

/** The inline alert of the reset-password page. */
export function describeResetPasswordError(error: unknown): string {
  if (!(error instanceof ApiError)) return "Network error. Please try again.";
  return getServerMessage(error) || "Failed to reset password";
}
