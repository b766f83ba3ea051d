import { ApiError, Explained, errorMessage, isSuspended, JsonError, NetworkError } from "../../api/errors";

/** What a screen says about a failure. */
export interface Notice {
  title: string;
  text: string;
  list?: string[];
}

const unavailable: Notice = {
  title: "System temporarily unavailable",
  text: "Please try again in a few minutes.",
};
const serverUnavailable: Notice = {
  title: "Server temporarily unavailable",
  text: "Please check your connection and try again in a few minutes.",
};
const noAnswer: Notice = {
  title: "Connection failed",
  text: "We couldn’t read the server’s reply. Please try again.",
};
const tooMany = (text: string): Notice => ({ title: "Too many attempts", text });

/** Of an account that is kept out, whichever way its owner comes: the server says whom to write to. */
const suspended = (error: unknown): Notice | null =>
  isSuspended(error) && sentence(error) ? { title: "Account suspended", text: sentence(error) } : null;

/** The failures that sign-in and sign-up share; null when the screen has its own words. */
function common(error: unknown): Notice | null {
  if (error instanceof NetworkError) {
    return error.offline
      ? { title: "No internet connection", text: "Check your signal and try again." }
      : serverUnavailable;
  }
  if (error instanceof JsonError) return noAnswer;
  const keptOut = suspended(error);
  if (keptOut) return keptOut;
  if (error instanceof ApiError) {
    if (error.status === 500 || error.status === 503) return unavailable;
    // A page in the place of an answer: something between us and the server spoke.
    if (error.body === undefined) {
      if (error.status === 502 || error.status === 504) return serverUnavailable;
      if (error.status !== 429 && error.status !== 401) return noAnswer;
    }
  }
  return null;
}

/** The server's own sentence, where its answer had one: without it, an error's message is only the status text. */
function sentence(error: unknown): string {
  if (!(error instanceof ApiError) || typeof error.body !== "object" || error.body === null) return "";
  return "message" in error.body && typeof error.body.message === "string" ? error.body.message : "";
}

/** The server's message; else the sentences of the errors list, joined. */
function serverWords(error: ApiError): string {
  return sentence(error) || error.errors.map(({ msg }) => msg).join(" ");
}

/** Whether the server wants the human check first. */
export function wantsCaptcha(error: unknown): boolean {
  return error instanceof ApiError && error.code === "captcha_required";
}

/** The login rows of the error catalogue. */
export function loginNotice(error: unknown): Notice {
  const shared = common(error);
  if (shared) return shared;
  if (error instanceof ApiError) {
    switch (error.status) {
      case 400:
      case 422:
        return {
          title: "Invalid input",
          text: serverWords(error) || "Please check your email and password format",
        };
      case 401:
        return { title: "Login failed", text: "Invalid email address or password" };
      case 429:
        return tooMany(
          error.code === "known_devices_only"
            ? sentence(error)
            : "Too many login attempts. Please try again later.",
        );
      default:
        return { title: "Login failed", text: `Server error (${error.status}). Please try again.` };
    }
  }
  return { title: "Login failed", text: "An unexpected error occurred. Please try again." };
}

/** The registration rows of the error catalogue. */
export function registerNotice(error: unknown): Notice {
  // Here one row is for every 5xx, whoever gave it.
  if (error instanceof ApiError && error.status >= 500) return unavailable;
  const shared = common(error);
  if (shared) return shared;
  if (error instanceof ApiError) {
    if (error.status === 429) return tooMany("Please wait a few minutes and try again.");
    if (error.message === "Email already registered") {
      return {
        title: "Account already exists",
        text: "There is an account with this email address. Log in instead.",
      };
    }
    if (error.message === "Password does not meet requirements") {
      return { title: "Password too weak", text: error.message, list: error.errors.map(({ msg }) => msg) };
    }
    return { title: "Registration failed", text: sentence(error) || "Please check the form and try again." };
  }
  return { title: "Registration failed", text: "An unexpected error occurred. Please try again." };
}

const somethingWrong: Notice = { title: "Error", text: "Something went wrong. Please try again." };

/** A code that was refused, on the verification page. */
export function verificationNotice(error: unknown): Notice {
  const keptOut = suspended(error);
  if (keptOut) return keptOut;
  if (!(error instanceof ApiError)) return somethingWrong;
  return { title: "Verification failed", text: sentence(error) || "Invalid verification code" };
}

/** A code that could not be sent. */
export function resendNotice(error: unknown): Notice {
  const keptOut = suspended(error);
  if (keptOut) return keptOut;
  if (!(error instanceof ApiError)) return somethingWrong;
  return { title: "Failed to send code", text: sentence(error) || "Please try again." };
}

/** A PIN that did not sign in. */
export function pinLoginNotice(error: unknown): Notice {
  const keptOut = suspended(error);
  if (keptOut) return keptOut;
  if (error instanceof NetworkError || error instanceof Explained) {
    return { title: "PIN login failed", text: error.message };
  }
  return { title: "PIN login failed", text: sentence(error) || "Invalid PIN" };
}

/** A passkey that did not sign in. */
export function passkeyLoginNotice(error: unknown): Notice {
  return suspended(error) ?? { title: "Login failed", text: errorMessage(error) };
}

/** Reset links: the inline alert of the forgot-password page. */
export function forgotMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return "Network error. Please try again.";
  return sentence(error) || "Failed to send reset email";
}

/** The inline alert of the reset-password page. */
export function resetMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return "Network error. Please try again.";
  return sentence(error) || "Failed to reset password";
}
