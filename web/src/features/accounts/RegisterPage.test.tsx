// @vitest-environment window
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { fillField } from "../../testing/each-test";
import { ADA } from "../../testing/fixtures";
import { RECAPTCHA, stubHumanCheck } from "../../testing/human-check";
import { type FaultResponse, mockFault, mockResponse, respondJson, respondPage } from "../../testing/network";
import { findHeading, openApp, waitForPath } from "../../testing/open-app";

const PASSWORD = "Chalk-line-7";

async function fillForm(
  user: UserEvent,
  { name = ADA.name, email = ADA.email, password = PASSWORD, confirm = PASSWORD } = {},
) {
  await fillField(user, await screen.findByLabelText("Full name"), name);
  await fillField(user, screen.getByLabelText("Email"), email);
  await fillField(user, screen.getByLabelText("Password"), password);
  await fillField(user, screen.getByLabelText("Confirm password"), confirm);
}

const register = (user: UserEvent) => user.click(screen.getByRole("button", { name: "Register" }));
const findBox = () => screen.findByRole("button", { name: "I'm not a robot" });

it("links back to the server's home page without using the app's router", async () => {
  await openApp("/register");
  const home = await screen.findByRole("link", { name: "Back to home" });
  expect(home.getAttribute("href")).toBe("/");
  // The router would handle a link within the app, and show a visitor the login page at `/`.
  const press = new MouseEvent("click", { bubbles: true, cancelable: true, button: 0 });
  let isTaken: boolean | undefined;
  const last = (event: Event) => {
    isTaken = event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener("click", last, { once: true });
  home.dispatchEvent(press);
  expect(isTaken).toBe(false);
});

const CATALOGUE: [row: string, fault: FaultResponse, title: string, text: string][] = [
  [
    "an email address that is already registered",
    respondJson(400, { message: "Email already registered" }),
    "Account already exists",
    "There is an account with this email address. Log in instead.",
  ],
  [
    "a weak password",
    respondJson(400, {
      message: "Password does not meet requirements",
      errors: [{ msg: "Use a longer one" }],
    }),
    "Password too weak",
    "Use a longer one",
  ],
  ["429", respondJson(429, { message: "No" }), "Too many attempts", ""],
  ["500", respondJson(500, { message: "No" }), "System temporarily unavailable", ""],
  ["503", respondJson(503, { message: "No" }), "System temporarily unavailable", ""],
  ["a gateway's 502", respondPage(502), "System temporarily unavailable", ""],
];

it.each(CATALOGUE)("says what went wrong after %s", async (_, fault, title, text) => {
  const user = await openApp("/register");
  mockFault("POST /api/auth/register", fault);
  await fillForm(user);
  await register(user);
  const alert = await screen.findByRole("alert");
  within(alert).getByText(title);
  expect(alert.textContent).toContain(text);
});

it("renders the provider's CAPTCHA, and a new one after each failure", async () => {
  const check = stubHumanCheck();
  const user = await openApp("/login", { config: RECAPTCHA });
  expect(check.scripts, "no script where no check is needed").toEqual([]);
  await user.click(screen.getByRole("link", { name: "Register" }));
  await findBox();
  expect(check.scripts).toEqual(["https://check.example/recaptcha/enterprise.js?render=explicit&hl=en-GB"]);
  expect(check.rendered.at(-1)).toMatchObject({ theme: "light", size: "normal", sitekey: "site-key" });
  await fillForm(user);
  const sent = mockFault(
    "POST /api/auth/register",
    respondJson(400, { message: "Email already registered" }),
  );
  for (const count of [1, 2]) {
    const drawn = check.rendered.length;
    await user.click(await findBox());
    await register(user);
    await screen.findByText("Account already exists");
    await waitFor(() => expect(check.rendered).toHaveLength(drawn + 1));
    expect(sent).toHaveLength(count);
  }
  expect(sent.map(({ body }) => body.recaptchaToken)).toEqual(["token-1", "token-2"]);
});

it("sends nothing and shows no error until the CAPTCHA is solved", async () => {
  stubHumanCheck();
  const user = await openApp("/register", { config: RECAPTCHA });
  await fillForm(user);
  await findBox();
  const sent = mockResponse("POST /api/auth/register", { requiresVerification: true });
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  await register(user);
  await waitFor(() => expect(warn).toHaveBeenCalledWith(expect.stringContaining("human check")));
  expect(sent).toEqual([]);
  expect(location.pathname).toBe("/register");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("shows the rules' messages beside invalid fields", async () => {
  const user = await openApp("/register");
  await fillForm(user, { name: "A", email: "ada", password: "x", confirm: "longer-than-8" });
  await register(user);
  await screen.findByText("Name must be at least 2 characters");
  screen.getByText("Please enter a valid email address");
  screen.getByText("Password must be at least 8 characters long");
  screen.getByText("Passwords don't match");
});

it("goes to the verification page after the registration", async () => {
  const user = await openApp("/register");
  const sent = mockResponse("POST /api/auth/register", { requiresVerification: true });
  await fillForm(user);
  await register(user);
  await waitForPath("/verify-email?email=ada%40example.com");
  expect(sent.map(({ body }) => body)).toEqual([
    { name: ADA.name, email: ADA.email, username: ADA.email, password: PASSWORD },
  ]);
});

it("goes to the dashboard when no email address has to be verified", async () => {
  const user = await openApp("/register");
  mockResponse("POST /api/auth/register", { requiresVerification: false }, { status: 201 });
  // The browser has its session with this response.
  mockResponse("GET /api/auth/me", ADA);
  await fillForm(user);
  await register(user);
  await findHeading("Dashboard");
  expect(location.pathname).toBe("/dashboard");
});

it("reports the registration as a conversion of value 0 when marketing is allowed", async () => {
  const user = await openApp("/register", { consent: "given.marketing" });
  mockResponse("POST /api/auth/register", { requiresVerification: true });
  const told = mockResponse("POST /api/facebook-conversion", { destination: "none" });
  await fillForm(user);
  await register(user);
  await waitFor(() => expect(told).toHaveLength(1));
  expect(told[0]?.body).toMatchObject({
    eventName: "CompleteRegistration",
    eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    data: {
      value: 0,
      currency: "GBP",
      contentName: "Plumbline account",
      contentCategory: "account",
      email: ADA.email,
    },
  });
});
