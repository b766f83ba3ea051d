import {
  ApiError,
  ExplainedError,
  getErrorMessage,
  isSuspended,
  JsonError,
  NetworkError,
} from "../../api/errors";

/** What a screen displays about a failure. */
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

/** The notice for a suspended account, however its owner signs in: the server says whom to contact. */
const findSuspendedNotice = (error: unknown): AccountNotice | null =>
  isSuspended(error) && getServerMessage(error)
    ? { title: "Account suspended", text: getServerMessage(error) }
    : null;

/** The notices that sign-in and sign-up share; null when the screen has a text of its own. */
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
    // A page instead of JSON: it came from something between the app and the server.
    if (error.body === undefined) {
      if (error.status === 502 || error.status === 504) return serverUnavailable;
      if (error.status !== 429 && error.status !== 401) return unreadableResponse;
    }
  }
  return null;
}

/**
 * The server's own message, if its response had one: otherwise an error's message is only the status text.
 */
function getServerMessage(error: unknown): string {
  if (!(error instanceof ApiError) || typeof error.body !== "object" || error.body === null) return "";
  return "message" in error.body && typeof error.body.message === "string" ? error.body.message : "";
}

/** The server's message, or else the joined messages of the errors list. */
function getServerMessageOrErrors(error: ApiError): string {
  return getServerMessage(error) || error.errors.map(({ msg }) => msg).join(" ");
}

/** Whether the server requires the human check first. */
export function isCaptchaRequired(error: unknown): boolean {
  return error instanceof ApiError && error.code === "captcha_required";
}

/** The notice for a login error, by the login rows of the error catalogue. */
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

/** The notice for a registration error, by the registration rows of the error catalogue. */
export function describeRegisterError(error: unknown): AccountNotice {
  // Here one row covers every 5xx, wherever it came from.
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

/** The notice for a refused code, on the verification page. */
export function describeVerificationError(error: unknown): AccountNotice {
  const suspension = findSuspendedNotice(error);
  if (suspension) return suspension;
  if (!(error instanceof ApiError)) return genericNotice;
  return { title: "Verification failed", text: getServerMessage(error) || "Invalid verification code" };
}

/** The notice for a code that could not be sent. */
export function describeResendError(error: unknown): AccountNotice {
  const suspension = findSuspendedNotice(error);
  if (suspension) return suspension;
  if (!(error instanceof ApiError)) return genericNotice;
  return { title: "Failed to send code", text: getServerMessage(error) || "Please try again." };
}

/** The notice for a failed PIN login. */
export function describePinLoginError(error: unknown): AccountNotice {
  const suspension = findSuspendedNotice(error);
  if (suspension) return suspension;
  if (error instanceof NetworkError || error instanceof ExplainedError) {
    return { title: "PIN login failed", text: error.message };
  }
  return { title: "PIN login failed", text: getServerMessage(error) || "Invalid PIN" };
}

/** The notice for a failed passkey login. */
export function describePasskeyLoginError(error: unknown): AccountNotice {
  return findSuspendedNotice(error) ?? { title: "Login failed", text: getErrorMessage(error) };
}

/** The inline alert of the forgot-password page. */
export function describeForgotPasswordError(error: unknown): string {
  if (!(error instanceof ApiError)) return "Network error. Please try again.";
  return getServerMessage(error) || "Failed to send reset email";
}

/** The inline alert of the reset-password page. */
export function describeResetPasswordError(error: unknown): string {
  if (!(error instanceof ApiError)) return "Network error. Please try again.";
  return getServerMessage(error) || "Failed to reset password";
}
