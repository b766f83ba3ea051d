// What a device may keep beside what is needed, over the pages of the site, the app and a customer. What the question
// does on one page: src/entities/consent/CookieConsent.test.tsx.
import type { Page } from "@playwright/test";
import { PHONE } from "./support/browser.ts";
import { business, sent } from "./support/customer.ts";
import { test as base } from "./support/installed.ts";
import { fits, sound } from "./support/layout.ts";
import { type Server, startServer } from "./support/server.ts";
import { expect } from "./support/test.ts";

/** A server whose installed apps do not ask. A test names it before `installed`, so that it stops after the app has closed. */
const test = base.extend<{ permitting: Server }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here which fixtures this one needs
  permitting: async ({}, use) => {
    const server = await startServer({ settings: { PLUMBLINE_INSTALLED_CONSENT: "granted" } });
    await use(server);
    await server.stop();
  },
});

const bar = (page: Page) => page.getByRole("region", { name: "Cookies" });
/** The two seconds are over after which somebody is asked, on a page whose clock was installed. */
async function isAsked(page: Page): Promise<void> {
  await page.clock.runFor(2_000);
  await expect(bar(page)).toBeVisible();
}

const settings = (page: Page) => page.getByRole("dialog", { name: "Cookie settings" });
const told = (page: Page) => page.evaluate(() => window.dataLayer ?? []);
const WORDS = [
  "analytics_consent",
  "ad_storage_consent",
  "ad_user_data_consent",
  "ad_personalization_consent",
];
const said = (word: "granted" | "denied") => ({
  event: "consent_update",
  ...Object.fromEntries(WORDS.map((key) => [key, word])),
});

test("a bar on the first page asks, and all may be accepted", { tag: "@both" }, async ({
  enter,
  server,
  size,
  screen,
}) => {
  const { page } = await enter(screen, { asked: false });
  const asked = new Set<string>();
  page.on("request", (request) => asked.add(new URL(request.url()).origin));
  await page.clock.install();
  await page.goto("/");
  await isAsked(page);
  await sound(page, "the bar about cookies");
  // What is last on the page can be reached meanwhile.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const last = await page.getByRole("button", { name: "Cookie settings" }).boundingBox();
  const top = (await bar(page).boundingBox())?.y;
  if (!last || top === undefined) throw new Error("the bar and the last button are not shown");
  expect(last.y + last.height).toBeLessThanOrEqual(top);
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("light");
  const [accept, manage] = size === "phone" ? ["Accept", "Settings"] : ["Accept All", "Manage Preferences"];
  const way = bar(page).getByRole("button", { name: manage, exact: true });
  await way.click();
  await expect(settings(page)).toBeVisible();
  await fits(page, "the settings of cookies");
  await page.keyboard.press("Escape");
  await expect(way).toBeFocused();
  expect(await told(page), "nothing is told before an answer").toEqual([]);
  await bar(page).getByRole("button", { name: accept, exact: true }).click();
  await expect(bar(page)).toHaveCount(0);
  expect(await told(page)).toEqual([said("granted")]);
  await page.goto("/pricing");
  await page.waitForFunction(() => window.dataLayer);
  expect(await told(page), "told again on each load").toEqual([said("granted")]);
  await page.clock.runFor(10_000);
  await expect(bar(page)).toHaveCount(0);
  expect([...asked], "nothing comes from anywhere else").toEqual([server.url]);
});

test("a no in the app is a no on the site", async ({ enter }) => {
  const { page } = await enter(PHONE, { asked: false });
  await page.clock.install();
  await page.goto("/login");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await isAsked(page);
  await bar(page).getByRole("button", { name: "No optional cookies" }).click();
  await expect(bar(page)).toHaveCount(0);
  expect(await told(page)).toEqual([said("denied")]);
  await page.goto("/");
  await page.waitForFunction(() => window.dataLayer);
  expect(await told(page)).toEqual([said("denied")]);
});

for (const kind of ["quote", "invoice"] as const) {
  test(`nobody is asked beside a customer's ${kind}`, async ({ office, enter }) => {
    const plumber = await office();
    const { publicUrl } = await sent(plumber.page, kind, await business(plumber.page));
    const { page } = await enter(PHONE, { asked: false });
    await page.clock.install();
    await page.goto(new URL(publicUrl).pathname);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.clock.runFor(10_000);
    await expect(bar(page)).toHaveCount(0);
  });
}

test("an installed app allows everything in silence where its operator may, and a no is a no there as well", async ({
  permitting,
  installed,
}) => {
  const { page, context } = await installed(PHONE, { at: permitting });
  await page.goto("/login");
  await page.waitForFunction(() => window.dataLayer);
  expect(await told(page)).toEqual([said("granted")]);
  await context.addCookies([{ name: "plumbline_consent", value: "given", url: permitting.url }]);
  await page.reload();
  await page.waitForFunction(() => window.dataLayer);
  expect(await told(page)).toEqual([said("denied")]);
});

test("on a phone it covers neither what sends a quote nor the app's places", async ({ plumber }) => {
  const { page } = await plumber(PHONE, undefined, { asked: false });
  await page.clock.install();
  await page.goto("/quotes/create");
  const send = page.getByRole("button", { name: "Send quote" });
  await send.waitFor();
  await isAsked(page);
  await send.click({ trial: true });
  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await isAsked(page);
  const places = page.getByRole("navigation", { name: "Main" });
  await places.getByRole("link", { name: "Quotes" }).click({ trial: true });
  await fits(page, "the bar about cookies above the app's own");
});
