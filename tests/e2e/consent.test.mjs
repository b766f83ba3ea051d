// What a device may keep beside what is needed: who is asked, when, and what comes of the answer.
import assert from "node:assert/strict";
import test from "node:test";
import { signUp } from "./support/account.mjs";
import { DESKTOP, installed, PHONE, sound } from "./support/browser.mjs";
import { business, sent } from "./support/customer.mjs";
import { arrive } from "./support/seed.mjs";
import { startServer } from "./support/server.mjs";
import { stage } from "./support/stage.mjs";

const { server, enter, office } = stage();

const bar = (page) => page.getByRole("region", { name: "Cookies" });
const settings = (page) => page.getByRole("dialog", { name: "Cookie settings" });
const told = (page) => page.evaluate(() => window.dataLayer ?? []);
const WORDS = ["analytics_consent", "ad_storage_consent", "ad_user_data_consent", "ad_personalization_consent"];
const update = (...words) => ({
  event: "consent_update",
  ...Object.fromEntries(WORDS.map((key, at) => [key, words[at]])),
});
const [YES, NO] = ["granted", "denied"];

/** Somebody who was never asked; the test may hurry their clock. */
async function newcomer(t, viewport, { path = "/", hurried = true } = {}) {
  const one = await enter(viewport, { asked: false });
  t.after(() => one.close());
  const asked = [];
  one.page.on("request", (request) => asked.push(new URL(request.url()).origin));
  await one.page.addInitScript(watchTheBar);
  if (hurried) await one.page.clock.install();
  await one.page.goto(path);
  await one.page.getByRole("heading", { level: 1 }).first().waitFor();
  return { ...one, asked };
}

/** In the page: how long after its start the bar came, in milliseconds. */
function watchTheBar() {
  new MutationObserver(() => {
    if (document.querySelector('[aria-label="Cookies"]')) window.cameAfter ??= performance.now();
  }).observe(document, { childList: true, subtree: true });
}

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`two seconds after the first page a bar asks, and all may be accepted (${size})`, async (t) => {
    const { page, leave, asked } = await newcomer(t, viewport, { hurried: false });
    await bar(page).waitFor();
    const came = await page.evaluate(() => window.cameAfter);
    assert.ok(came >= 2_000 && came < 6_000, `it came after ${came} ms`);
    await sound(page, "the bar about cookies");
    // What stands last on the page can be reached meanwhile.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const last = await page.getByRole("button", { name: "Cookie settings" }).boundingBox();
    const top = (await bar(page).boundingBox()).y;
    assert.ok(last.y + last.height <= top, `${last.y} and ${last.height} of it, under ${top}`);
    assert.equal(await page.evaluate(() => localStorage.getItem("theme")), "light");
    const [accept, manage] = size === "phone" ? ["Accept", "Settings"] : ["Accept All", "Manage Preferences"];
    const way = bar(page).getByRole("button", { name: manage, exact: true });
    // Whoever closes the settings by a key goes on from where they came.
    await way.click();
    await settings(page).waitFor();
    await page.keyboard.press("Escape");
    await way.waitFor();
    assert.ok(await way.evaluate((it) => it === document.activeElement));
    assert.deepEqual(await told(page), [], "nothing is told before an answer");
    await bar(page).getByRole("button", { name: accept, exact: true }).click();
    await bar(page).waitFor({ state: "detached" });
    assert.deepEqual(await told(page), [update(YES, YES, YES, YES)]);
    await page.goto("/pricing");
    await page.waitForFunction(() => window.dataLayer);
    assert.deepEqual(await told(page), [update(YES, YES, YES, YES)], "told again on each load");
    await page.waitForTimeout(2_500);
    assert.equal(await bar(page).count(), 0);
    assert.deepEqual([...new Set(asked)], [server().url], "nothing comes from anywhere else");
    await leave();
  });
}

test("waving the bar away is a no, on the app's pages as well", async (t) => {
  const { page, leave } = await newcomer(t, PHONE, { path: "/login" });
  await page.clock.runFor(2_100);
  await bar(page).getByRole("button", { name: "No optional cookies" }).click();
  await bar(page).waitFor({ state: "detached" });
  assert.deepEqual(await told(page), [update(NO, NO, NO, NO)]);
  await page.goto("/");
  await page.waitForFunction(() => window.dataLayer);
  assert.deepEqual(await told(page), [update(NO, NO, NO, NO)]);
  await leave();
});

test("the settings say what each is for, keep what is chosen, and can be changed later", async (t) => {
  const { page, leave } = await newcomer(t, DESKTOP);
  await page.clock.runFor(2_100);
  await bar(page).getByRole("button", { name: "Manage Preferences" }).click();
  await sound(page, "the settings of cookies");
  const essential = settings(page).getByRole("switch", { name: "Essential" });
  assert.equal(await essential.isChecked(), true);
  assert.equal(await essential.isDisabled(), true);
  const [analytics, marketing] = ["Analytics", "Marketing"].map((name) =>
    settings(page).getByRole("switch", { name }),
  );
  assert.equal(await analytics.isChecked(), false, "nothing optional is on by itself");
  assert.equal(await marketing.isChecked(), false);
  await page.keyboard.press("Escape");
  await bar(page).waitFor();
  await bar(page).getByRole("button", { name: "Manage Preferences" }).click();
  await analytics.check();
  await settings(page).getByRole("button", { name: "Save Preferences" }).click();
  await settings(page).waitFor({ state: "detached" });
  assert.deepEqual(await told(page), [update(YES, NO, NO, NO)]);

  await page.getByRole("button", { name: "Cookie settings" }).click();
  assert.equal(await analytics.isChecked(), true);
  await settings(page).getByRole("button", { name: "Accept All" }).click();
  assert.deepEqual((await told(page)).at(-1), update(YES, YES, YES, YES));
  await leave();
});

test("whoever allows marketing and registers is told of with the fields, at no worth", async (t) => {
  const { page, context, leave } = await newcomer(t, DESKTOP, { hurried: false });
  await context.addCookies([{ name: "plumbline_consent", value: "given.marketing", url: server().url }]);
  const telling = page.waitForRequest(/\/api\/facebook-conversion$/);
  await signUp(page, server(), { name: "Ada Pipe", email: "told@example.com" });
  const { eventName, eventId, data } = (await telling).postDataJSON();
  assert.equal(eventName, "CompleteRegistration");
  assert.match(eventId, /^[0-9a-f-]{36}$/);
  assert.equal(data.value, 0);
  assert.equal(data.currency, "GBP");
  assert.equal(data.contentName, "Plumbline account");
  assert.equal(data.contentCategory, "account");
  assert.equal(data.email, "told@example.com");
  await leave();
});

test("an answer that cannot be read counts as none", async (t) => {
  const { page, context, leave } = await newcomer(t, PHONE);
  await context.addCookies([{ name: "plumbline_consent", value: "%7Bbroken", url: server().url }]);
  await page.reload();
  await page.clock.runFor(2_100);
  await bar(page).waitFor();
  assert.deepEqual(await told(page), []);
  await leave();
});

test("nobody is asked beside a customer's document", async (t) => {
  const plumber = await office();
  t.after(() => plumber.close());
  await arrive(plumber.page, server(), "asks@example.com");
  const who = await business(plumber.page);
  for (const kind of ["quote", "invoice"]) {
    const { publicUrl } = await sent(plumber.page, kind, who);
    const { page, leave } = await newcomer(t, PHONE, { path: new URL(publicUrl).pathname });
    await page.clock.runFor(10_000);
    assert.equal(await bar(page).count(), 0);
    await leave();
  }
});

test("the installed app asks nothing, tells nothing, and has the choice in its settings", async (t) => {
  const ada = await installed(server(), PHONE);
  t.after(() => ada.close());
  const { page } = ada;
  await arrive(page, server(), "inside@example.com");
  await page.goto("/settings");
  await page.getByRole("heading", { name: "Cookies" }).waitFor();
  await page.waitForTimeout(2_500);
  assert.equal(await bar(page).count(), 0);
  assert.deepEqual(await told(page), []);
  await page.getByRole("button", { name: "Cookie settings" }).click();
  await settings(page).getByRole("switch", { name: "Analytics" }).check();
  await settings(page).getByRole("button", { name: "Save Preferences" }).click();
  assert.deepEqual(await told(page), [update(YES, NO, NO, NO)]);
  await ada.leave();
});

test("where its operator may, an installed app that nobody was asked in allows everything in silence", async (t) => {
  const permitting = await startServer({ settings: { PLUMBLINE_INSTALLED_CONSENT: "granted" } });
  t.after(() => permitting.stop());
  const ada = await installed(permitting, PHONE);
  t.after(() => ada.close());
  const { page } = ada;
  await page.goto("/login");
  await page.waitForFunction(() => (window.dataLayer ?? []).length > 0);
  assert.deepEqual(await told(page), [update(YES, YES, YES, YES)]);
  assert.equal(await bar(page).count(), 0);
  // A no is a no there as well.
  await page.context().addCookies([{ name: "plumbline_consent", value: "given", url: permitting.url }]);
  await page.reload();
  await page.waitForFunction(() => (window.dataLayer ?? []).length > 0);
  assert.deepEqual(await told(page), [update(NO, NO, NO, NO)]);
  await ada.leave();
});

test("on a phone it covers neither what sends a quote nor the app's places", async (t) => {
  const { page, close, leave } = await enter(PHONE, { asked: false });
  t.after(close);
  await arrive(page, server(), "thumb@example.com");
  await business(page);
  await page.goto("/quotes/create");
  await bar(page).waitFor();
  await page.getByRole("button", { name: "Send quote" }).click({ trial: true });
  await page.goto("/dashboard");
  await bar(page).waitFor();
  const places = page.getByRole("navigation", { name: "Main" });
  await places.getByRole("link", { name: "Quotes" }).click({ trial: true });
  await sound(page, "the bar about cookies above the app's own");
  await leave();
});
