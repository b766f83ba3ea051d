// What a device may store besides what is necessary, across the pages of the site, the app and a customer.
// The banner on one page: src/entities/consent/CookieConsent.test.tsx.
import type { Page } from "@playwright/test";
import { PHONE } from "./support/browser.ts";
import { createFullBusiness, createSentDocument } from "./support/customer.ts";
import { test as base } from "./support/installed.ts";
import { expectFits, expectSoundLayout } from "./support/layout.ts";
import { type Server, startServer } from "./support/server.ts";
import { expect } from "./support/test.ts";

/**
 * A server whose installed apps don't ask. A test lists it before `installed`, so that it stops after the app
 * has closed.
 */
const test = base.extend<{ permitting: Server }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here which fixtures this one needs
  permitting: async ({}, use) => {
    const server = await startServer({ settings: { PLUMBLINE_INSTALLED_CONSENT: "granted" } });
    await use(server);
    await server.stop();
  },
});

const findBar = (page: Page) => page.getByRole("region", { name: "Cookies" });
/** Advances a page's installed clock by the two seconds after which the banner appears. */
async function expectAsked(page: Page): Promise<void> {
  await page.clock.runFor(2_000);
  await expect(findBar(page)).toBeVisible();
}

const findSettings = (page: Page) => page.getByRole("dialog", { name: "Cookie settings" });
const readDataLayer = (page: Page) => page.evaluate(() => window.dataLayer ?? []);
const WORDS = [
  "analytics_consent",
  "ad_storage_consent",
  "ad_user_data_consent",
  "ad_personalization_consent",
];
const buildConsentEvent = (word: "granted" | "denied") => ({
  event: "consent_update",
  ...Object.fromEntries(WORDS.map((key) => [key, word])),
});

test("the first page shows a cookie bar, and all cookies can be accepted", { tag: "@both" }, async ({
  enter,
  server,
  size,
  screen,
}) => {
  const { page } = await enter(screen, { hasAnsweredConsent: false });
  const requestedHosts = new Set<string>();
  page.on("request", (request) => requestedHosts.add(new URL(request.url()).origin));
  await page.clock.install();
  await page.goto("/");
  await expectAsked(page);
  await expectSoundLayout(page, "the bar about cookies");
  // The end of the page can be reached meanwhile.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const last = await page.getByRole("button", { name: "Cookie settings" }).boundingBox();
  const top = (await findBar(page).boundingBox())?.y;
  if (!last || top === undefined) throw new Error("the bar and the last button are not shown");
  expect(last.y + last.height).toBeLessThanOrEqual(top);
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("light");
  const [accept, manage] = size === "phone" ? ["Accept", "Settings"] : ["Accept All", "Manage Preferences"];
  const manageButton = findBar(page).getByRole("button", { name: manage, exact: true });
  await manageButton.click();
  await expect(findSettings(page)).toBeVisible();
  await expectFits(page, "the settings of cookies");
  await page.keyboard.press("Escape");
  await expect(manageButton).toBeFocused();
  expect(await readDataLayer(page), "nothing is told before an answer").toEqual([]);
  await findBar(page).getByRole("button", { name: accept, exact: true }).click();
  await expect(findBar(page)).toHaveCount(0);
  expect(await readDataLayer(page)).toEqual([buildConsentEvent("granted")]);
  await page.goto("/pricing");
  await page.waitForFunction(() => window.dataLayer);
  expect(await readDataLayer(page), "told again on each load").toEqual([buildConsentEvent("granted")]);
  await page.clock.runFor(10_000);
  await expect(findBar(page)).toHaveCount(0);
  expect([...requestedHosts], "nothing comes from anywhere else").toEqual([server.url]);
});

test("refusing cookies in the app also counts on the website", async ({ enter }) => {
  const { page } = await enter(PHONE, { hasAnsweredConsent: false });
  await page.clock.install();
  await page.goto("/login");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expectAsked(page);
  await findBar(page).getByRole("button", { name: "No optional cookies" }).click();
  await expect(findBar(page)).toHaveCount(0);
  expect(await readDataLayer(page)).toEqual([buildConsentEvent("denied")]);
  await page.goto("/");
  await page.waitForFunction(() => window.dataLayer);
  expect(await readDataLayer(page)).toEqual([buildConsentEvent("denied")]);
});

for (const kind of ["quote", "invoice"] as const) {
  test(`no cookie bar is shown beside a customer's ${kind}`, async ({ office, enter }) => {
    const plumber = await office();
    const { publicUrl } = await createSentDocument(
      plumber.page,
      kind,
      await createFullBusiness(plumber.page),
    );
    const { page } = await enter(PHONE, { hasAnsweredConsent: false });
    await page.clock.install();
    await page.goto(new URL(publicUrl).pathname);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.clock.runFor(10_000);
    await expect(findBar(page)).toHaveCount(0);
  });
}

test("an installed app accepts all cookies without asking if its operator may, but respects a refusal", async ({
  permitting,
  installed,
}) => {
  const { page, context } = await installed(PHONE, { at: permitting });
  await page.goto("/login");
  await page.waitForFunction(() => window.dataLayer);
  expect(await readDataLayer(page)).toEqual([buildConsentEvent("granted")]);
  await context.addCookies([{ name: "plumbline_consent", value: "given", url: permitting.url }]);
  await page.reload();
  await page.waitForFunction(() => window.dataLayer);
  expect(await readDataLayer(page)).toEqual([buildConsentEvent("denied")]);
});

test("on a phone the cookie bar covers neither the send button nor the navigation", async ({ plumber }) => {
  const { page } = await plumber(PHONE, undefined, { hasAnsweredConsent: false });
  await page.clock.install();
  await page.goto("/quotes/create");
  const send = page.getByRole("button", { name: "Send quote" });
  await send.waitFor();
  await expectAsked(page);
  await send.click({ trial: true });
  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expectAsked(page);
  const places = page.getByRole("navigation", { name: "Main" });
  await places.getByRole("link", { name: "Quotes" }).click({ trial: true });
  await expectFits(page, "the bar about cookies above the app's own");
});
