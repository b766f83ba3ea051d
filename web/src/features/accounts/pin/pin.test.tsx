// @vitest-environment window
// The PIN on a phone that runs the installed app: its set-up after a login, and the keypad.
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { emulateInstalledApp, emulatePhone, rotatePhone } from "../../../testing/device";
import { fillField } from "../../../testing/each-test";
import { ACCOUNT, ADA } from "../../../testing/fixtures";
import {
  type FaultResponse,
  failConnection,
  mockFault,
  mockHeldResponse,
  mockResponse,
  respondJson,
  respondPage,
} from "../../../testing/network";
import { findHeading, findToast, openApp, waitForPath } from "../../../testing/open-app";
import { startTimers, stopTimers } from "../../../testing/timers";
import { rememberLastUser, rememberPinSetUp } from "./flags";

const PIN = "7294";
const PASSWORD = "Chalk-line-7";

beforeEach(() => {
  emulatePhone();
  emulateInstalledApp();
});

async function logIn(user: UserEvent) {
  await fillField(user, await screen.findByLabelText("Email"), ADA.email);
  await fillField(user, screen.getByLabelText("Password"), PASSWORD);
  await user.click(screen.getByRole("button", { name: "Log in" }));
}

/** Logged in by password on a phone without a PIN, so the set-up is offered. */
async function openPinSetup() {
  mockResponse("POST /api/auth/login", ADA);
  const user = await openApp("/login");
  await logIn(user);
  const dialog = within(await screen.findByRole("dialog", { name: "Quick PIN Login" }));
  await dialog.findByLabelText("PIN");
  const setUp = async (pin: string, confirm = pin) => {
    await fillField(user, dialog.getByLabelText("PIN"), pin);
    await fillField(user, dialog.getByLabelText("Confirm PIN"), confirm);
    await user.click(dialog.getByRole("button", { name: "Set up PIN" }));
  };
  return { user, dialog, setUp };
}

/** At the login page of a phone whose PIN is set up. */
async function openKeypad() {
  rememberLastUser(ADA.id);
  rememberPinSetUp();
  const user = await openApp("/login");
  await findHeading("Enter your PIN");
  const press = async (digits: string) => {
    for (const digit of digits) await user.click(screen.getByRole("button", { name: digit }));
  };
  return { user, press };
}

const findDots = (count: number) => screen.findByRole("img", { name: `${count} of 4 digits entered` });

it("sets up a PIN after the login once both entries match", async () => {
  const { dialog, setUp } = await openPinSetup();
  const sent = mockResponse("POST /api/auth/pin/setup", { pinSetupCompleted: true, usePin: true });
  await setUp("729", "");
  await dialog.findByText("PIN must be 4 digits");
  await setUp(PIN, "7295");
  await findToast("PINs don't match");
  dialog.getByText("Please make sure both PINs are the same");
  expect(sent).toEqual([]);
  await setUp(PIN);
  await waitForPath("/dashboard");
  expect(sent.map(({ body }) => body)).toEqual([{ pin: PIN }]);
  expect({ ...localStorage }).toMatchObject({
    usePin: "true",
    pinSetupCompleted: "true",
    lastLoggedInUserId: ADA.id,
  });
});

it("shows the rules' messages for a PIN with a letter, and focuses the first invalid field", async () => {
  const { dialog, setUp } = await openPinSetup();
  await setUp("72a4", "72a5");
  await dialog.findByText("PIN must contain only numbers");
  dialog.getByText("Please make sure both PINs are the same");
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText("PIN")));
});

it("says that the set-up failed, and goes on to the dashboard even when skipping it fails", async () => {
  const { user, dialog, setUp } = await openPinSetup();
  const sent = mockFault("POST /api/auth/pin/setup", respondJson(500, { message: "No" }));
  await setUp(PIN);
  await findToast("Setup failed");
  await user.click(dialog.getByRole("button", { name: "Skip" }));
  await findToast("Failed to skip PIN setup");
  await waitForPath("/dashboard");
  expect(sent.map(({ body }) => body)).toEqual([{ pin: PIN }, { skip: true }]);
  expect(localStorage.getItem("pinSetupCompleted")).toBeNull();
});

it("does not offer the PIN again after it was skipped", async () => {
  const { user, dialog } = await openPinSetup();
  mockResponse("POST /api/auth/pin/setup", { pinSetupCompleted: true, usePin: false });
  await user.click(dialog.getByRole("button", { name: "Skip" }));
  await waitForPath("/dashboard");
  expect(localStorage.getItem("pinSetupCompleted")).toBe("true");
  expect(localStorage.getItem("usePin")).toBeNull();
  await logOut(user);
  await logIn(user);
  await waitForPath("/dashboard");
  expect(screen.queryByRole("dialog")).toBeNull();
});

async function logOut(user: UserEvent) {
  mockResponse("POST /api/auth/logout", {});
  mockResponse("GET /api/system/version", { appVersion: "0.1.0" });
  await user.click(await screen.findByRole("link", { name: "More" }));
  await user.click(await screen.findByRole("button", { name: "Log out" }));
  await waitForPath("/login");
}

it("shows how many digits have been entered and deleted", async () => {
  const { user, press } = await openKeypad();
  await press("12");
  await findDots(2);
  await user.click(screen.getByRole("button", { name: "Backspace" }));
  await findDots(1);
  await user.click(screen.getByRole("button", { name: "Clear" }));
  await findDots(0);
});

it("signs in automatically, shortly after the fourth digit", async () => {
  const { press } = await openKeypad();
  const sent = mockResponse("POST /api/auth/pin/login", ADA);
  const pass = stopTimers();
  await press(PIN);
  await findDots(4);
  await pass(149);
  expect(sent).toEqual([]);
  await pass(2);
  startTimers();
  await waitForPath("/dashboard");
  expect(sent.map(({ body }) => body)).toEqual([{ userId: ADA.id, pin: PIN }]);
});

const NOT_SIGNED_IN: [row: string, fault: FaultResponse][] = [
  ["401", respondJson(401)],
  ["429", respondJson(429, { message: "No" })],
  ["500", respondJson(500)],
  ["a gateway's 502", respondPage(502)],
  ["no response", failConnection],
];

it.each(NOT_SIGNED_IN)("says after %s that the PIN is incorrect, until the next digit", async (_, fault) => {
  const { user, press } = await openKeypad();
  mockFault("POST /api/auth/pin/login", fault);
  await press(PIN);
  await screen.findByText("Incorrect PIN");
  await findToast("PIN login failed");
  await findDots(0);
  await press("1");
  await waitFor(() => expect(screen.queryByText("Incorrect PIN")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Clear" }));
  await findDots(0);
});

it("asks for the password once the PIN was removed after too many wrong ones, and then offers a new PIN", async () => {
  const { user, press } = await openKeypad();
  const words = "Too many wrong PINs. Please log in with your email and password.";
  mockFault("POST /api/auth/pin/login", respondJson(401, { code: "pin_removed", message: words }));
  await press(PIN);
  within(await screen.findByRole("alert")).getByText(words);
  expect(localStorage.getItem("usePin")).toBeNull();
  mockResponse("POST /api/auth/login", ADA);
  await logIn(user);
  await screen.findByRole("dialog", { name: "Quick PIN Login" });
});

it("allows signing in with the password instead of the PIN", async () => {
  const { user } = await openKeypad();
  await user.click(screen.getByRole("button", { name: "Use email and password" }));
  mockResponse("POST /api/auth/login", ADA);
  // The server still knows this device's PIN, so it isn't offered again.
  mockResponse("GET /api/account", { ...ACCOUNT, pin: { enrolled: true } });
  await logIn(user);
  await waitForPath("/dashboard");
});

it("asks to turn a phone that is in landscape, or to log in by email", async () => {
  const { user } = await openKeypad();
  rotatePhone();
  const overlay = await screen.findByRole("alertdialog", { name: "Portrait Mode Required" });
  await user.click(within(overlay).getByRole("button", { name: "Use Email Login Instead" }));
  await screen.findByLabelText("Email");
});

it("says that it is logging in while the PIN is checked", async () => {
  const { press } = await openKeypad();
  const { release } = mockHeldResponse("POST /api/auth/pin/login", ADA);
  await press(PIN);
  await screen.findByText("Logging in…");
  release();
  await waitForPath("/dashboard");
});
