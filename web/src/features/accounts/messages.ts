import { ApiError, JsonError, NetworkError } from "../../api/errors";

/** What a sign-in or sign-up screen says about a failure. */
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
const tooMany = (text: string): Notice => ({ title: "Too many attempts", text });

/** The failures that sign-in and sign-up share; null when the screen has its own words. */
function common(error: unknown): Notice | null {
  if (error instanceof NetworkError) {
    return error.offline
      ? { title: "No internet connection", text: "Check your signal and try again." }
      : serverUnavailable;
  }
  if (error instanceof JsonError) {
    return { title: "Connection failed", text: "The answer could not be read. Please try again." };
  }
  if (error instanceof ApiError) {
    if (error.status === 500 || error.status === 503) return unavailable;
    if (error.status === 502 || error.status === 504) return serverUnavailable;
  }
  return null;
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
          text:
            error.errors.map(({ msg }) => msg).join(" ") ||
            error.message ||
            "Please check your email and password format",
        };
      case 401:
        return { title: "Login failed", text: "Invalid email address or password" };
      case 429:
        return tooMany("Too many login attempts. Please try again later.");
      default:
        return { title: "Login failed", text: `Server error (${error.status}). Please try again.` };
    }
  }
  return { title: "Login failed", text: "An unexpected error occurred. Please try again." };
}

/** The registration rows of the error catalogue. */
export function registerNotice(error: unknown): Notice {
  const shared = common(error);
  if (shared) return shared;
  if (error instanceof ApiError) {
    if (error.status === 429) return tooMany("Please wait a few minutes and try again.");
    if (error.status >= 500) return unavailable;
    if (error.message === "Email already registered") {
      return {
        title: "Account already exists",
        text: "There is an account with this email address. Log in instead.",
      };
    }
    if (error.message === "Password does not meet requirements") {
      return { title: "Password too weak", text: error.message, list: error.errors.map(({ msg }) => msg) };
    }
    return { title: "Registration failed", text: error.message || "Please check the form and try again." };
  }
  return { title: "Registration failed", text: "An unexpected error occurred. Please try again." };
}
