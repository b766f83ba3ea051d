// The human check of a provider, once its keys are set; a stand-in plays its script.
import assert from "node:assert/strict";
import test from "node:test";
import { PASSWORD } from "./support/account.mjs";
import { PHONE } from "./support/browser.mjs";
import { checked } from "./support/captcha.mjs";
import { stage } from "./support/stage.mjs";

const HOST = "https://check.example";
const { enter } = stage({
  settings: {
    RECAPTCHA_SITE_KEY: "site-key",
    RECAPTCHA_SECRET_KEY: "secret-key",
    RECAPTCHA_ENTERPRISE: "yes",
    RECAPTCHA_HOST: HOST,
  },
});

/** What the provider's script does, as far as a page can see. */
const SCRIPT = `
  let number = 0;
  window.grecaptcha = { enterprise: {
    ready: (then) => then(),
    render(place, options) {
      window.rendered = { theme: options.theme, size: options.size, sitekey: options.sitekey };
      const box = document.createElement("button");
      box.type = "button";
      box.textContent = "I'm not a robot";
      box.onclick = () => options.callback("token-" + ++number);
      place.append(box);
      return number;
    },
  } };`;

test("the provider's widget is loaded where it is needed, light, explicit, and begun anew after a failure", async () => {
  const ada = await enter(PHONE);
  const { page } = ada;
  ada.expectErrors(/\/api\/auth\/register/);
  const asked = [];
  await page.route(`${HOST}/**`, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/javascript", body: SCRIPT });
  });
  const tokens = [];
  await page.route("**/api/auth/register", (route) => {
    tokens.push(route.request().postDataJSON().recaptchaToken);
    return route.fulfill({ status: 400, json: { message: "Email already registered" } });
  });

  await page.goto("/login");
  await page.getByRole("heading", { level: 1 }).waitFor();
  assert.deepEqual(asked, [], "no script where no check is needed");
  await page.getByRole("link", { name: "Register" }).click();
  const box = page.getByRole("button", { name: "I'm not a robot" });
  await box.waitFor();
  assert.deepEqual(asked, [`${HOST}/recaptcha/enterprise.js?render=explicit&hl=en-GB`]);
  const rendered = await page.evaluate(() => window.rendered);
  assert.deepEqual(rendered, { theme: "light", size: "normal", sitekey: "site-key" });

  await page.getByLabel("Full name").fill("Ada Pipe");
  await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password", { exact: true }).fill(PASSWORD);
  for (const token of ["token-1", "token-2"]) {
    await box.click();
    await checked(page);
    await page.getByRole("button", { name: "Register", exact: true }).click();
    await page.getByText("Account already exists").waitFor();
    await page.locator('[data-captcha="waiting"]').waitFor();
    assert.equal(tokens.at(-1), token);
  }
  await ada.leave();
});
