import { expect, test } from "vitest";
import { ApiError, JsonError, NetworkError } from "../../api/errors";
import {
  describeForgotPasswordError,
  describeLoginError,
  describePasskeyLoginError,
  describePinLoginError,
  describeRegisterError,
  describeResendError,
  describeResetPasswordError,
  describeVerificationError,
} from "./messages";

const errors = (list: string[]) => list.map((msg) => ({ path: "", msg }));
/** A JSON error response of our server. */
const refused = (status: number, message = "", list: string[] = []) =>
  new ApiError(status, message, "", errors(list), { message });
/** A response that isn't JSON, such as a proxy's page. */
const page = (status: number) => new ApiError(status, "Status Text", "", [], undefined);

/** A JSON response without a message: the error's message is the status text. */
const silent = (status: number) => new ApiError(status, "Status Text", "", [], {});

const offline = new NetworkError(true);
const lost = new NetworkError(false);
const notJson = new JsonError("POST", "/api/auth/login");
const odd = new Error("?");

test.each([
  [refused(400), "Invalid input", "Please check your email and password format"],
  [silent(400), "Invalid input", "Please check your email and password format"],
  [refused(400, "Look again"), "Invalid input", "Look again"],
  [refused(400, "Look again", ["One.", "Two."]), "Invalid input", "Look again"],
  [refused(400, "", ["One.", "Two."]), "Invalid input", "One. Two."],
  [refused(401, "Whatever"), "Login failed", "Invalid email address or password"],
  [refused(429), "Too many attempts", "Too many login attempts. Please try again later."],
  [page(429), "Too many attempts", "Too many login attempts. Please try again later."],
  [refused(429, "No"), "Too many attempts", "Too many login attempts. Please try again later."],
  [
    new ApiError(429, "", "known_devices_only", [], { message: "Use your own device." }),
    "Too many attempts",
    "Use your own device.",
  ],
  [refused(500), "System temporarily unavailable", /try again/],
  [refused(503), "System temporarily unavailable", /try again/],
  [page(502), "Server temporarily unavailable", /try again/],
  [page(504), "Server temporarily unavailable", /try again/],
  [refused(502), "Login failed", "Server error (502). Please try again."],
  [refused(418), "Login failed", "Server error (418). Please try again."],
  [page(404), "Connection failed", /try again/],
  [notJson, "Connection failed", /try again/],
  [offline, "No internet connection", /try again/],
  [lost, "Server temporarily unavailable", /try again/],
  [odd, "Login failed", /^An unexpected error occurred/],
])("describes a login error: %s → %s", (error, title, text) => {
  const notice = describeLoginError(error);
  expect(notice.title).toBe(title);
  expect(notice.text).toMatch(text);
});

const KEPT_OUT =
  "This account is suspended. Nothing in it has been deleted. Please write to help@example.com.";
const suspended = new ApiError(403, KEPT_OUT, "suspended", [], { message: KEPT_OUT });

test.each([
  describeLoginError,
  describeRegisterError,
  describePinLoginError,
  describePasskeyLoginError,
  describeVerificationError,
  describeResendError,
])("gives the support address when the account is suspended: %o", (notice) => {
  expect(notice(suspended)).toEqual({ title: "Account suspended", text: KEPT_OUT });
});

test.each([
  [refused(400, "Email already registered"), "Account already exists"],
  [refused(400, "Password does not meet requirements"), "Password too weak"],
  [refused(429), "Too many attempts"],
  [refused(500), "System temporarily unavailable"],
  [refused(501), "System temporarily unavailable"],
  [refused(503), "System temporarily unavailable"],
  [refused(502), "System temporarily unavailable"],
  [page(502), "System temporarily unavailable"],
  [page(520), "System temporarily unavailable"],
  [offline, "No internet connection"],
  [lost, "Server temporarily unavailable"],
  [notJson, "Connection failed"],
  [refused(400, "No"), "Registration failed"],
  [odd, "Registration failed"],
])("describes a registration error: %s → %s", (error, title) => {
  expect(describeRegisterError(error).title).toBe(title);
});

test("lists each rule that a weak password breaks", () => {
  const weak = describeRegisterError(
    refused(400, "Password does not meet requirements", ["Longer", "Digit"]),
  );
  expect(weak.list).toEqual(["Longer", "Digit"]);
});

test.each([
  [describeVerificationError, refused(400, "Too late"), "Verification failed", "Too late"],
  [describeVerificationError, refused(400), "Verification failed", "Invalid verification code"],
  [describeVerificationError, silent(400), "Verification failed", "Invalid verification code"],
  [describeVerificationError, page(400), "Verification failed", "Invalid verification code"],
  [describeVerificationError, lost, "Error", "Something went wrong. Please try again."],
  [describeVerificationError, odd, "Error", "Something went wrong. Please try again."],
  [describeResendError, refused(429, "Wait a minute"), "Failed to send code", "Wait a minute"],
  [describeResendError, refused(400), "Failed to send code", "Please try again."],
  [describeResendError, offline, "Error", "Something went wrong. Please try again."],
  [describePinLoginError, refused(401, "Gone"), "PIN login failed", "Gone"],
  [describePinLoginError, refused(401), "PIN login failed", "Invalid PIN"],
  [describePinLoginError, odd, "PIN login failed", "Invalid PIN"],
  [describePasskeyLoginError, refused(401, "Not known"), "Login failed", "Not known"],
])("%o describes %s", (notice, error, title, text) => {
  expect(notice(error)).toEqual({ title, text });
});

test.each([
  [describeForgotPasswordError, refused(400, "Look again"), "Look again"],
  [describeForgotPasswordError, refused(400), "Failed to send reset email"],
  [describeForgotPasswordError, page(502), "Failed to send reset email"],
  [describeForgotPasswordError, lost, "Network error. Please try again."],
  [describeResetPasswordError, refused(400, "Invalid reset token"), "Invalid reset token"],
  [describeResetPasswordError, refused(500), "Failed to reset password"],
  [describeResetPasswordError, offline, "Network error. Please try again."],
])("%o describes %s", (message, error, words) => {
  expect(message(error)).toBe(words);
});
