// @vitest-environment window
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { fillField } from "../../testing/each-test";
import { ADA, CONFIG } from "../../testing/fixtures";
import { RECAPTCHA, stubHumanCheck } from "../../testing/human-check";
import {
  type FaultResponse,
  failConnection,
  mockFault,
  mockResponse,
  respondJson,
  respondPage,
} from "../../testing/network";
import { findToast, openApp, waitForPath } from "../../testing/open-app";

const NO_EMAIL = "Please enter a valid email address";

async function logIn(user: UserEvent, email = ADA.email, password = "Chalk-line-7") {
  await fillField(user, screen.getByLabelText("Email"), email);
  await fillField(user, screen.getByLabelText("Password"), password);
  await user.click(screen.getByRole("button", { name: "Log in" }));
}

const CATALOGUE: [row: string, fault: FaultResponse, title: string, text: string][] = [
  ["a 400 with a message", respondJson(400, { message: "Look again" }), "Invalid input", "Look again"],
  [
    "a 400 with a list of errors",
    respondJson(400, { errors: [{ msg: "One." }, { msg: "Two." }] }),
    "Invalid input",
    "One. Two.",
  ],
  [
    "a 400 without a message",
    respondJson(400),
    "Invalid input",
    "Please check your email and password format",
  ],
  ["401", respondJson(401, { message: "No" }), "Login failed", "Invalid email address or password"],
  [
    "429",
    respondJson(429, { message: "No" }),
    "Too many attempts",
    "Too many login attempts. Please try again later.",
  ],
  ["500", respondJson(500, { message: "No" }), "System temporarily unavailable", ""],
  ["503", respondJson(503, { message: "No" }), "System temporarily unavailable", ""],
  ["a gateway's 502", respondPage(502), "Server temporarily unavailable", ""],
  ["a gateway's 504", respondPage(504), "Server temporarily unavailable", ""],
  [
    "an unexpected status",
    respondJson(418, { message: "No" }),
    "Login failed",
    "Server error (418). Please try again.",
  ],
  ["a page instead of JSON", respondPage(200), "Connection failed", ""],
  ["no response", failConnection, "Server temporarily unavailable", ""],
];

it.each(CATALOGUE)(
  "says what went wrong after %s, and gives the support address",
  async (_, fault, title, text) => {
    const user = await openApp("/login");
    mockFault("POST /api/auth/login", fault);
    await logIn(user);
    const alert = await screen.findByRole("alert");
    within(alert).getByText(title);
    expect(alert.textContent).toContain(text);
    within(alert).getByRole("link", { name: CONFIG.supportEmail });
    // Repeated in a toast for people who look elsewhere.
    within(await findToast(title)).getByRole("link", { name: CONFIG.supportEmail });
  },
);

it("says that there is no internet connection when the device is offline", async () => {
  const user = await openApp("/login");
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  mockFault("POST /api/auth/login", failConnection);
  await logIn(user);
  within(await screen.findByRole("alert")).getByText("No internet connection");
});

it("checks the email address and the password before sending them", async () => {
  const user = await openApp("/login");
  await logIn(user, "ada", "short");
  await screen.findByText(NO_EMAIL);
  screen.getByText("Password must be at least 6 characters");
});

// The rule checks more than where the @ and the dot are.
it.each(["ada@example.c", "ada..pipe@example.com", "ada@exa_mple.com"])(
  "refuses %s as an email address",
  async (email) => {
    const user = await openApp("/login");
    await logIn(user, email);
    await screen.findByText(NO_EMAIL);
    await fillField(user, screen.getByLabelText("Email"), ADA.email);
    await waitFor(() => expect(screen.queryByText(NO_EMAIL)).toBeNull());
  },
);

it("shows the CAPTCHA when the server asks for it, and resends the login once it is solved", async () => {
  const check = stubHumanCheck();
  const user = await openApp("/login", { config: RECAPTCHA });
  const sent = mockFault("POST /api/auth/login", ({ recaptchaToken }) =>
    recaptchaToken
      ? respondJson(401, { message: "No" })(null)
      : respondJson(400, { message: "Please do the human check.", code: "captcha_required" })(null),
  );
  expect(check.scripts, "no script where no check is needed").toEqual([]);
  await logIn(user);
  await user.click(await screen.findByRole("button", { name: "I'm not a robot" }));
  within(await screen.findByRole("alert")).getByText("Invalid email address or password");
  expect(sent.map(({ body }) => body.recaptchaToken)).toEqual([undefined, "token-1"]);
});

it("goes to the verification page when the email address is not verified yet", async () => {
  const user = await openApp("/login");
  mockResponse("POST /api/auth/login", { requiresVerification: true });
  await logIn(user, "late+1@example.com");
  await waitForPath("/verify-email?email=late%2B1%40example.com");
  await screen.findByText("late+1@example.com");
});

it("trims the email address, and goes to the dashboard after the login", async () => {
  const user = await openApp("/login");
  const sent = mockResponse("POST /api/auth/login", ADA);
  await logIn(user, ` ${ADA.email} `);
  await waitForPath("/dashboard");
  expect(sent.map(({ body }) => body)).toEqual([{ username: ADA.email, password: "Chalk-line-7" }]);
});
