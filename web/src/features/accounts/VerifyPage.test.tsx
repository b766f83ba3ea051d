// @vitest-environment window
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { fillField } from "../../testing/each-test";
import { RECAPTCHA, stubHumanCheck } from "../../testing/human-check";
import {
  type FaultResponse,
  failConnection,
  mockFault,
  mockResponse,
  respondJson,
} from "../../testing/network";
import { findHeading, findToast, openApp } from "../../testing/open-app";
import { stopTimers } from "../../testing/timers";

const ADDRESSED = "/verify-email?email=ada%40example.com";

const code = () => screen.getByLabelText<HTMLInputElement>("Verification code");
const verify = () => screen.getByRole<HTMLButtonElement>("button", { name: "Verify Email" });
const resendButton = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Resend Code/ });

const REFUSED: [row: string, fault: FaultResponse, title: string, text: string][] = [
  [
    "a code that has expired",
    respondJson(400, { message: "That code has expired" }),
    "Verification failed",
    "That code has expired",
  ],
  ["a refusal without a message", respondJson(400), "Verification failed", "Invalid verification code"],
  ["no response", failConnection, "Error", "Something went wrong. Please try again."],
];

it.each(REFUSED)(
  "accepts only six digits, and says what went wrong after %s",
  async (_, fault, title, text) => {
    const user = await openApp(ADDRESSED);
    expect(verify().disabled).toBe(true);
    const sent = mockFault("POST /api/auth/verify-email", fault);
    await fillField(user, code(), "12a3456789");
    await waitFor(() => expect(code().value).toBe("123456"));
    await user.click(verify());
    within(await findToast(title)).getByText(text);
    expect(sent.map(({ body }) => body)).toEqual([{ email: "ada@example.com", code: "123456" }]);
    await waitFor(() => expect(code().value).toBe(""));
  },
);

const NOT_SENT: [row: string, fault: FaultResponse, title: string, text: string][] = [
  ["a refusal", respondJson(400, { message: "Not now" }), "Failed to send code", "Not now"],
  ["a refusal without a message", respondJson(400), "Failed to send code", "Please try again."],
  ["no response", failConnection, "Error", "Something went wrong. Please try again."],
];

it.each(NOT_SENT)("says that no new code was sent after %s", async (_, fault, title, text) => {
  const user = await openApp(ADDRESSED);
  mockFault("POST /api/auth/send-verification", fault);
  await user.click(resendButton());
  within(await findToast(title)).getByText(text);
  expect(resendButton().disabled).toBe(false);
});

it("says that a new code was sent", async () => {
  const user = await openApp(ADDRESSED);
  mockResponse("POST /api/auth/send-verification", { message: "Sent" });
  await user.click(resendButton());
  within(await findToast("Code sent!")).getByText("A new verification code has been sent to your email.");
});

it("shows the CAPTCHA when the server requires it, for verifying a code and for sending a new one", async () => {
  stubHumanCheck();
  const user = await openApp(ADDRESSED, { config: RECAPTCHA });
  const wanted: FaultResponse<{ recaptchaToken?: string | null }> = ({ recaptchaToken }) =>
    recaptchaToken
      ? respondJson(400, { message: "That code is wrong" })(null)
      : respondJson(400, { message: "Please do the human check.", code: "captcha_required" })(null);
  const codes = mockFault("POST /api/auth/verify-email", wanted);
  const resent = mockFault("POST /api/auth/send-verification", wanted);
  await fillField(user, code(), "123456");
  await user.click(verify());
  await user.click(await screen.findByRole("button", { name: "I'm not a robot" }));
  within(await findToast("Verification failed")).getByText("That code is wrong");
  expect(codes.map(({ body }) => body.recaptchaToken)).toEqual([undefined, "token-1"]);
  // The check stays, and the next request is sent with a new solution.
  await user.click(screen.getByRole("button", { name: "I'm not a robot" }));
  await user.click(resendButton());
  within(await findToast("Failed to send code")).getByText("That code is wrong");
  expect(resent.map(({ body }) => body.recaptchaToken)).toEqual(["token-2"]);
});

it("clears the field when a new code is sent, and allows another request after a minute", async () => {
  const user = await openApp(ADDRESSED);
  await fillField(user, code(), "123456");
  mockResponse("POST /api/auth/send-verification", { message: "Sent" });
  const pass = stopTimers();
  await user.click(resendButton());
  await screen.findByText("Resend Code (60s)");
  expect(code().value).toBe("");
  expect(resendButton().disabled).toBe(true);
  for (let left = 59; left > 0; left -= 1) {
    await pass(1_000);
    screen.getByText(`Resend Code (${left}s)`);
  }
  expect(resendButton().disabled).toBe(true);
  await pass(1_000);
  screen.getByText("Resend Code");
  expect(resendButton().disabled).toBe(false);
});

it("requires an email address and a complete code", async () => {
  const user = await openApp("/verify-email");
  await user.click(resendButton());
  within(await findToast("Email required")).getByText("Please enter your email address");
  await fillField(user, code(), "123456");
  await user.click(verify());
  within(await findToast("Missing information")).getByText("Please enter your verification code");
  await fillField(user, screen.getByLabelText("Email"), "ada@example.com");
  // Enter doesn't submit a form whose button is disabled.
  await fillField(user, code(), "123");
  await user.type(code(), "{Enter}");
  expect(verify().disabled).toBe(true);
});

it("focuses the code field when the email address is known, and the heading on the next page", async () => {
  const user = await openApp(ADDRESSED);
  expect(document.activeElement).toBe(code());
  await user.click(screen.getByRole("link", { name: "Back to Login" }));
  const login = await findHeading("Log in");
  await waitFor(() => expect(document.activeElement).toBe(login));
  await user.click(screen.getByRole("link", { name: "Register" }));
  const registration = await findHeading("Create your account");
  await waitFor(() => expect(document.activeElement).toBe(registration));
});

it("focuses the email field when the email address is not known", async () => {
  await openApp("/verify-email");
  expect(document.activeElement).toBe(screen.getByLabelText("Email"));
});
