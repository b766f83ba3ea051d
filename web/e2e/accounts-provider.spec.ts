// A provider's human check, once its keys are set: the server's content policy permits its script. What the
// page does with it: src/features/accounts/RegisterPage.test.tsx.
import { PHONE } from "./support/browser.ts";
import { expect, test } from "./support/test.ts";

const HOST = "https://check.example";

test.use({
  settings: {
    RECAPTCHA_SITE_KEY: "site-key",
    RECAPTCHA_SECRET_KEY: "secret-key",
    RECAPTCHA_ENTERPRISE: "yes",
    RECAPTCHA_HOST: HOST,
  },
});

/** The part of the provider's script that this test needs. */
const SCRIPT = `window.grecaptcha = { enterprise: {
  ready: (then) => then(),
  render(place, options) {
    place.append("The check of " + options.sitekey);
    return 1;
  },
} };`;

test("the CAPTCHA provider's script is loaded only on pages that need a check", async ({ enter }) => {
  const { page } = await enter(PHONE);
  const asked: string[] = [];
  await page.route(`${HOST}/**`, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/javascript", body: SCRIPT });
  });
  await page.goto("/login");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("link", { name: "Register" }).click();
  await expect(page.getByText("The check of site-key")).toBeVisible();
  expect(asked).toEqual([`${HOST}/recaptcha/enterprise.js?render=explicit&hl=en-GB`]);
});
