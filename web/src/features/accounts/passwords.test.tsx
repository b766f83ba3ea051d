// @vitest-environment window
// A forgotten password and a new one: what the two pages display, and the rules for a password.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { fillField } from "../../testing/each-test";
import { ADA } from "../../testing/fixtures";
import {
  type FaultResponse,
  failConnection,
  mockFault,
  respondJson,
  respondPage,
} from "../../testing/network";
import { findHeading, openApp, openSignedIn } from "../../testing/open-app";

const PASSWORD = "Chalk-line-7";

const NO_LINK: [row: string, fault: FaultResponse, text: string][] = [
  ["a refusal", respondJson(400, { message: "Not this one" }), "Not this one"],
  ["a page instead of JSON", respondPage(500), "Failed to send reset email"],
  ["no response", failConnection, "Network error. Please try again."],
];

it.each(NO_LINK)("says that no link was sent after %s", async (_, fault, text) => {
  const user = await openApp("/forgot-password");
  const sent = mockFault("POST /api/auth/forgot-password", fault);
  await fillField(user, screen.getByLabelText("Email"), ADA.email);
  await user.click(screen.getByRole("button", { name: "Send Reset Link" }));
  within(await screen.findByRole("alert")).getByText(text);
  expect(sent.map(({ body }) => body)).toEqual([{ email: ADA.email }]);
});

const NOT_RESET: [row: string, fault: FaultResponse, text: string][] = [
  ["a page instead of JSON", respondPage(500), "Failed to reset password"],
  ["no response", failConnection, "Network error. Please try again."],
];

it.each(NOT_RESET)("says that the password was not reset after %s", async (_, fault, text) => {
  const user = await openApp("/reset-password?token=wrong");
  mockFault("POST /api/auth/reset-password", fault);
  await typeTwice(user);
  await user.click(screen.getByRole("button", { name: "Update Password" }));
  within(await screen.findByRole("alert")).getByText(text);
});

it("offers a new link when the old one is invalid", async () => {
  const user = await openApp("/reset-password?token=wrong");
  const sent = mockFault(
    "POST /api/auth/reset-password",
    respondJson(400, { message: "Invalid reset token", code: "invalid_token" }),
  );
  await typeTwice(user);
  await user.click(screen.getByRole("button", { name: "Update Password" }));
  const alert = await screen.findByRole("alert");
  within(alert).getByText("Invalid reset token");
  expect(sent.map(({ body }) => body)).toEqual([{ token: "wrong", newPassword: PASSWORD }]);
  await user.click(within(alert).getByRole("link", { name: "Ask for a new link" }));
  await findHeading("Forgot your password?");
});

it("says that a link without a token is invalid", async () => {
  await openApp("/reset-password");
  await findHeading("Invalid Reset Link");
  screen.getByText("Invalid or missing reset token. Please request a new password reset.");
});

const RULES = [
  "At least 8 characters long",
  "At least one uppercase letter",
  "At least one lowercase letter",
  "At least one number",
  "At least one special character",
];

/** The rules in the order of the page, without the screen-reader text that says whether they are met. */
async function readPasswordRules(): Promise<string[]> {
  await screen.findByText("At least one number");
  return screen
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent.replace(/^Not met: /, ""))
    .filter((text) => text.startsWith("At least"));
}

it("shows the password rules at registration, with the last one as a recommendation", async () => {
  await openApp("/register");
  expect(await readPasswordRules()).toEqual([...RULES.slice(0, 4), `${RULES[4]} (recommended)`]);
});

it("shows the password rules on the reset page", async () => {
  await openApp("/reset-password?token=any");
  expect(await readPasswordRules()).toEqual(RULES);
});

it("shows the password rules in the settings, and says when the two passwords differ", async () => {
  const user = await openSignedIn("/settings");
  await user.click(await screen.findByRole("button", { name: "Change password" }));
  expect(await readPasswordRules()).toEqual(RULES);
  await typeTwice(user, PASSWORD, "another");
  await waitFor(() => screen.getByText("Passwords do not match"));
});

async function typeTwice(user: Awaited<ReturnType<typeof openApp>>, password = PASSWORD, confirm = password) {
  await fillField(user, await screen.findByLabelText("New password"), password);
  await fillField(user, screen.getByLabelText("Confirm password"), confirm);
}
