import { expect, test } from "vitest";
import { ApiError, JsonError, NetworkError } from "../../api/errors";
import { loginNotice, registerNotice } from "./messages";

const refused = (status: number, message = "", errors: { path: string; msg: string }[] = []) =>
  new ApiError(status, message, "", errors, undefined);

test.each([
  [refused(401), "Login failed", "Invalid email address or password"],
  [refused(429), "Too many attempts", "Too many login attempts. Please try again later."],
  [refused(400), "Invalid input", "Please check your email and password format"],
  [refused(400, "Look again"), "Invalid input", "Look again"],
  [
    refused(400, "Look again", [
      { path: "username", msg: "One." },
      { path: "password", msg: "Two." },
    ]),
    "Invalid input",
    "One. Two.",
  ],
  [refused(418), "Login failed", "Server error (418). Please try again."],
])("login says what the catalogue says (%#)", (error, title, text) => {
  expect(loginNotice(error)).toEqual({ title, text });
});

test.each([
  [refused(500), "System temporarily unavailable"],
  [refused(503), "System temporarily unavailable"],
  [refused(502), "Server temporarily unavailable"],
  [refused(504), "Server temporarily unavailable"],
  [new JsonError("POST", "/api/auth/login"), "Connection failed"],
  [new NetworkError(true), "No internet connection"],
  [new NetworkError(false), "Server temporarily unavailable"],
  [new Error("?"), "Login failed"],
])("login names the fault (%#)", (error, title) => {
  expect(loginNotice(error).title).toBe(title);
});

test("registration tells a known address from a weak password", () => {
  expect(registerNotice(refused(400, "Email already registered")).title).toBe("Account already exists");
  const weak = registerNotice(
    refused(400, "Password does not meet requirements", [{ path: "password", msg: "Longer" }]),
  );
  expect(weak.title).toBe("Password too weak");
  expect(weak.list).toEqual(["Longer"]);
  expect(registerNotice(refused(429)).title).toBe("Too many attempts");
  expect(registerNotice(refused(501)).title).toBe("System temporarily unavailable");
});
