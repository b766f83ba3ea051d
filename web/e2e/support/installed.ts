// The installed app, on a device of somebody's own.
import { type BrowserContext, chromium, type ViewportSize } from "@playwright/test";
import { PHONE, type SeatOptions, seat, withWindows } from "./browser.ts";
import { test as base, expect, type Person, watched } from "./test.ts";

export interface InstalledOptions extends SeatOptions {
  /** A server other than the worker's. */
  at?: { url: string };
}

interface Devices {
  /** Opens the installed app, at its login page: a window of its own, in a browser of its own. */
  installed: (viewport?: ViewportSize, options?: InstalledOptions) => Promise<Person>;
}

export const test = base.extend<Devices>({
  installed: async ({ server }, use, info) => {
    const errors: string[] = [];
    const contexts: BrowserContext[] = [];
    await use(async (viewport = PHONE, { at = server, ...options } = {}) => {
      const context = await open(at.url, viewport, options);
      contexts.push(context);
      return watched(context, await appWindow(context, at.url), errors);
    });
    await Promise.all(contexts.map((context) => context.close()));
    if (info.status === info.expectedStatus) expect(errors, "errors on the browser's console").toEqual([]);
  },
});

/**
 * Its display mode is 'standalone'. Playwright's emulation of a mobile device would make it a browser's again; the size
 * and the touch make a phone of it here.
 */
function open(url: string, viewport: ViewportSize, options: SeatOptions): Promise<BrowserContext> {
  return chromium.launchPersistentContext("", {
    ...withWindows([`--app=${url}/login`]),
    // The installed app does not ask about cookies, and a browser of its own takes no state.
    ...seat(url, viewport, { ...options, asked: false }),
    ignoreDefaultArgs: ["about:blank"],
  });
}

async function appWindow(context: BrowserContext, url: string) {
  const find = () => context.pages().find((page) => page.url().startsWith(url));
  await expect.poll(() => find() !== undefined, "the app has its window").toBe(true);
  const page = find();
  if (!page) throw new Error("the app's window was closed");
  expect(await page.evaluate(() => matchMedia("(display-mode: standalone)").matches)).toBe(true);
  return page;
}
