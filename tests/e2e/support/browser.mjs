// Chromium, and the people who use it: each a context of their own, watched for errors on the console.
import assert from "node:assert/strict";
import { violations } from "./axe.mjs";
import { chromium } from "./packages.mjs";
import { eventually } from "./wait.mjs";

export const PHONE = { width: 390, height: 844 };
/** The least that is still sold and used. */
export const SMALL = { width: 360, height: 640 };
export const DESKTOP = { width: 1280, height: 800 };

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${[
    // A page that a test answers itself counts as one from afar, which may not open a socket to this machine.
    "LocalNetworkAccessChecks",
    // Each window's address bar, which nobody sees, draws its suggestions in two renderers of its own; a third waits
    // for a page to come. With them a window costs nearly twice as much.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "SpareRendererForSitePerProcess",
  ].join(",")}`,
];

/** How the browser that `CHROMIUM` names is started, or the one without windows where `CHROMIUM_SHELL` names one. */
function start(flags = [], { windows = false } = {}) {
  const whole = process.env.CHROMIUM;
  if (!whole) throw new Error("CHROMIUM names no browser: run these tests with 'cargo xtask e2e'.");
  const executablePath = windows ? whole : process.env.CHROMIUM_SHELL || whole;
  return { executablePath, headless: true, args: [...FLAGS, ...flags] };
}

/** The browser; with `windows` the one that draws them, where a notification is asked for. */
export function launch(options) {
  return chromium.launch(start([], options));
}

/**
 * A screen of this size, far from London, so that a date that moves by a day shows. Without `workers` the app's service
 * worker is kept out: it fetches every file of the app, which in a browser that lives for one test costs more than the
 * test. Without `asked` they have not answered about cookies yet.
 */
function seat(server, viewport, { workers = false, asked = true } = {}) {
  return {
    serviceWorkers: workers ? "allow" : "block",
    ...(asked ? { storageState: { cookies: [ANSWERED], origins: [] } } : {}),
    baseURL: server.url,
    viewport,
    hasTouch: viewport.width < 768,
    locale: "en-GB",
    timezoneId: "Pacific/Auckland",
    reducedMotion: "reduce",
  };
}

/** Who was asked about cookies once and said no: the bar that asks would lie over what is pressed. */
const ANSWERED = {
  name: "plumbline_consent",
  value: "given",
  domain: "127.0.0.1",
  path: "/",
  expires: -1,
  httpOnly: false,
  secure: false,
  sameSite: "Lax",
};

/** A person at a screen of this size; with `workers` the app's service worker is there, without `asked` the cookies' bar. */
export async function person(browser, server, viewport, options) {
  const context = await browser.newContext({
    ...seat(server, viewport, options),
    isMobile: viewport.width < 768,
  });
  return watched(context, await context.newPage());
}

/**
 * Somebody whose screen does not matter: they have a session to ask the server with, and no window, which costs more
 * than most of what is tested in it. `sit` opens one where it is wanted after all.
 */
export async function office(browser, server) {
  const context = await browser.newContext(seat(server, DESKTOP));
  return {
    context,
    page: { request: context.request },
    sit: async () => watched(context, await context.newPage()),
    leave: () => context.close(),
    close: () => context.close(),
  };
}

/**
 * A person who runs the installed app: a window of the app's own, whose display mode is 'standalone'. Playwright's
 * emulation of a mobile device would make it a browser's again; the size and the touch make a phone of it here.
 */
export async function installed(server, viewport, options) {
  const open = () =>
    chromium.launchPersistentContext("", {
      ...start([`--app=${server.url}/login`], { windows: true }),
      // The installed app does not ask, and a browser of one's own takes no state.
      ...seat(server, viewport, { ...options, asked: false }),
      ignoreDefaultArgs: ["about:blank"],
      timeout: 20_000,
    });
  // Now and then a browser with a window of its own never says that it stands; the next one does.
  const context = await open().catch(open);
  const own = () => context.pages().find((page) => page.url().startsWith(server.url));
  const app = watched(context, await eventually("the app's window", own));
  assert.equal(await app.page.evaluate(() => matchMedia("(display-mode: standalone)").matches), true);
  return app;
}

/** Somebody at this page, which is watched. */
function watched(context, page) {
  context.setDefaultTimeout(15_000);
  const errors = [];
  const expected = [];
  page.on("pageerror", (error) => errors.push(`uncaught: ${error.message}`));
  page.on("console", (message) => {
    const address = message.location().url ?? "";
    const foreseen = expected.some((pattern) => pattern.test(address) || pattern.test(message.text()));
    if (message.type() === "error" && !foreseen) errors.push(`${message.text()} (${address})`);
  });
  return {
    context,
    page,
    /** Console errors about this address or with these words are part of the test. */
    expectErrors: (pattern) => expected.push(pattern),
    /** Fails with what the console said, then closes. */
    async leave() {
      await context.close();
      assert.deepEqual(errors, [], "errors on the browser's console");
    },
    /** Closes without judging, where a test has failed already. */
    close: () => context.close(),
  };
}

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** axe finds nothing against WCAG 2.2 AA on the page as it stands. */
export async function accessible(page, where) {
  const found = [];
  for (const { id, nodes } of await violations(page, { tags: WCAG })) {
    const targets = nodes.map((node) => node.target.join(" "));
    const left = id === "target-size" ? await tooSmall(page, targets) : targets;
    if (left.length > 0) found.push(`${id}: ${left.join(", ")}`);
  }
  assert.deepEqual(found, [], `axe on ${where}`);
}

/** Those of them that are too small to press where nothing lies over them: a bar at the bottom covers what is scrolled under it. */
async function tooSmall(page, targets) {
  const before = await page.evaluate(() => window.scrollY);
  const left = [];
  for (const target of targets) {
    await page.locator(target).first().evaluate((element) => element.scrollIntoView({ block: "center" }));
    const still = await violations(page, { rules: ["target-size"], within: target });
    if (still.length > 0) left.push(target);
  }
  await page.evaluate((y) => window.scrollTo(0, y), before);
  return left;
}

/** Nothing sticks out sideways, at 320 px too (which is also 400 % zoom of 1280). */
export async function fitsNarrow(page, where) {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  const out = await page.evaluate(stickingOut);
  await page.setViewportSize(before);
  // Laid out as before: what is pressed next stands where it is seen.
  await page.evaluate(drawn);
  assert.deepEqual(out, [], `${where} scrolls sideways at 320 px`);
}

/** In the page: two frames have passed. */
async function drawn() {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();
}

/** In the page, once it is laid out anew: what reaches beyond the window's right edge, if that can be scrolled to. */
async function stickingOut() {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // Two frames, and as many more as what slides in the window's new form takes to come to rest.
  for (let frames = 0; frames < 2 || (frames < 30 && document.documentElement.scrollWidth > 320); frames += 1) {
    await frame();
  }
  if (document.documentElement.scrollWidth <= 320) return [];
  const beyond = [...document.body.querySelectorAll("*")].filter(
    (element) => element.getBoundingClientRect().right > 321 && element.children.length === 0,
  );
  const described = beyond.map((element) => `${element.outerHTML.slice(0, 160)}`);
  return [`${document.documentElement.scrollWidth} px wide`, ...described.slice(0, 5)];
}

/** Both of the above: what every screen must satisfy. */
export async function sound(page, where) {
  await accessible(page, where);
  await fitsNarrow(page, where);
}

/** It is wholly in the window, from top to bottom. */
export async function inWindow(page, what, where) {
  const { y, height } = (await what.boundingBox()) ?? assert.fail(`${where} is not drawn`);
  assert.ok(y >= 0 && y + height <= page.viewportSize().height, `${where} is in the window`);
}
