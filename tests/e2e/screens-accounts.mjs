// Pictures of sign-in, sign-up and the account's settings in each of their states; a part of screens.mjs.
import { enterPassword, PASSWORD } from "./support/account.mjs";
import { installed, PHONE, person } from "./support/browser.mjs";
import { checked } from "./support/captcha.mjs";
import { mailed } from "./support/mail.mjs";
import { arrive } from "./support/seed.mjs";

/** Takes them all; `shoot(page, name)` takes one of the page as it stands. */
export async function accounts({ browser, server, viewport, shoot }) {
  const stage = { server, viewport, shoot };
  for (const scene of [door, signUp, forgotten, settings, pin]) {
    const ada = await (scene === pin ? installed(server, viewport) : person(browser, server, viewport));
    await scene(ada, { ...stage, email: `${scene.name.toLowerCase()}-${viewport.width}@example.com` });
    await ada.close();
  }
}

const field = (page, label) => page.getByLabel(label, { exact: true });
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const heading = (page, name) => page.getByRole("heading", { name }).waitFor();

/** Opens a page, once it has something to show. */
async function open(page, path) {
  await page.goto(path);
  await page.getByRole("heading").first().waitFor();
  await page.waitForLoadState("networkidle");
}

async function door({ page }, { email, shoot }) {
  await open(page, "/login");
  await shoot(page, "login");
  await press(page, "Log in");
  await page.getByText("Please enter a valid email address").waitFor();
  await shoot(page, "login-invalid");
  await enterPassword(page, email);
  await page.getByText("Invalid email address or password").first().waitFor();
  await shoot(page, "login-failed");
  for (let wrong = 1; wrong < 4; wrong += 1) {
    const answer = page.waitForResponse("**/api/auth/login");
    await enterPassword(page, email);
    await answer;
  }
  await page.locator("[data-captcha]").waitFor();
  await shoot(page, "login-human-check");
  await open(page, "/login?verified=true");
  await shoot(page, "login-verified");
  await open(page, "/login?deleted=true");
  await shoot(page, "login-deleted");
}

async function signUp({ page }, { server, email, shoot }) {
  await open(page, "/register");
  await shoot(page, "register");
  await press(page, "Register");
  await checked(page);
  await press(page, "Register");
  await page.getByText("Name must be at least 2 characters").waitFor();
  await shoot(page, "register-invalid");
  await field(page, "Full name").fill("Ada Pipe");
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(PASSWORD);
  await field(page, "Confirm password").fill(PASSWORD);
  await shoot(page, "register-filled");
  await press(page, "Register");
  await page.waitForURL("**/verify-email?*");
  await page.getByText("Registration successful!").first().waitFor();
  await shoot(page, "verify-email-arrived");
  await open(page, "/verify-email");
  await shoot(page, "verify-email-unknown");
  await open(page, `/verify-email?email=${encodeURIComponent(email)}`);
  await field(page, "Verification code").fill("123456");
  await press(page, "Verify Email");
  await page.getByText("Verification failed").first().waitFor();
  const [, first] = await mailed(server, email, /(\d{6}) is your Plumbline verification code/);
  await press(page, "Resend Code");
  await page.getByText("Code sent!").first().waitFor();
  const next = new RegExp(`(?!${first})(\\d{6}) is your Plumbline verification code`);
  const [, code] = await mailed(server, email, next);
  await field(page, "Verification code").fill(code);
  await shoot(page, "verify-email-filled");
  await press(page, "Verify Email");
  await page.getByText("Email verified!").first().waitFor();
  await shoot(page, "login-just-verified");
}

async function forgotten({ page }, { server, email, shoot }) {
  await arrive(page, server, email);
  await page.request.post("/api/auth/logout");
  await open(page, "/forgot-password");
  await shoot(page, "forgot-password");
  await field(page, "Email").fill(email);
  await press(page, "Send Reset Link");
  await heading(page, "Check Your Email");
  await shoot(page, "forgot-password-sent");
  const [, token] = await mailed(server, email, /reset-password\?token=([\w-]+)/);
  await open(page, "/reset-password?token=none");
  await field(page, "New password").fill(PASSWORD);
  await field(page, "Confirm password").fill(PASSWORD);
  await press(page, "Update Password");
  await page.getByText("Invalid reset token").waitFor();
  await shoot(page, "reset-password-refused");
  await open(page, `/reset-password?token=${token}`);
  await shoot(page, "reset-password");
  await field(page, "New password").fill("plumb");
  await field(page, "Confirm password").fill("plump");
  await shoot(page, "reset-password-unmet");
  await field(page, "New password").fill("Spirit-level-8");
  await field(page, "Confirm password").fill("Spirit-level-8");
  await press(page, "Update Password");
  await heading(page, "Password Reset Complete");
  await shoot(page, "reset-password-complete");
  await open(page, "/reset-password");
  await shoot(page, "reset-password-invalid-link");
}

async function settings({ page }, { server, email, shoot }) {
  await arrive(page, server, email);
  await open(page, "/settings");
  await page.getByText("This device").first().waitFor();
  await shoot(page, "settings");
  await press(page, "Change password");
  await field(page, "Current password").fill(PASSWORD);
  await field(page, "New password").fill("plumb");
  await press(page, "Change email");
  await page.getByLabel("New email").fill(`new-${email}`);
  await shoot(page, "settings-open");
  await press(page, "Send code");
  const confirm = page.getByRole("dialog", { name: "Enter your password" });
  await confirm.waitFor();
  await shoot(page, "settings-password-dialog");
  await field(confirm, "Password").fill(PASSWORD);
  await press(confirm, "Confirm");
  await page.getByLabel("Code from the new address").waitFor();
  await press(page, "Make a copy of my data");
  await page.getByRole("link", { name: /^Download the copy/ }).waitFor();
  await shoot(page, "settings-code-and-copy");
  await press(page, "Delete account");
  await page.getByRole("dialog", { name: "Delete your account?" }).waitFor();
  await shoot(page, "settings-delete-dialog");
}

async function pin({ page }, { server, viewport, email, shoot }) {
  await arrive(page, server, email);
  if (viewport.width > PHONE.width) {
    // On a desk the PIN is set up in the settings.
    await open(page, "/settings");
    await page.getByRole("switch", { name: /Log in with a PIN/ }).click();
  } else {
    await page.request.post("/api/auth/logout");
    await open(page, "/login");
    await enterPassword(page, email);
  }
  const dialog = page.getByRole("dialog", { name: "Quick PIN Login" });
  await dialog.getByLabel("PIN", { exact: true }).waitFor();
  await shoot(page, "pin-setup");
  await dialog.getByLabel("PIN", { exact: true }).fill("7294");
  await dialog.getByLabel("Confirm PIN").fill("7295");
  await press(dialog, "Set up PIN");
  await page.getByText("PINs don't match").first().waitFor();
  await shoot(page, "pin-setup-differs");
  await dialog.getByLabel("Confirm PIN").fill("7294");
  await press(dialog, "Set up PIN");
  await dialog.waitFor({ state: "detached" });
  const me = await (await page.request.get("/api/auth/me")).json();
  await page.evaluate((id) => localStorage.setItem("lastLoggedInUserId", id), me.id);
  await page.request.post("/api/auth/logout");
  await open(page, "/login");
  for (const digit of ["1", "3"]) await press(page, digit);
  await shoot(page, "pin-login");
  for (const digit of ["1", "3"]) await press(page, digit);
  await page.getByText("Incorrect PIN").waitFor();
  await shoot(page, "pin-login-wrong");
  if (viewport.width > PHONE.width) return;
  await page.setViewportSize({ width: viewport.height, height: viewport.width });
  await heading(page, "Portrait Mode Required");
  await shoot(page, "pin-login-sideways");
}
