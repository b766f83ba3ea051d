// The installed app, on a device of its own.
import { type BrowserContext, chromium, type ViewportSize } from "@playwright/test";
import { buildContextOptions, buildWindowLaunchOptions, type DeviceOptions, PHONE } from "./browser.ts";
import { test as base, expect, type Person, watchConsole } from "./test.ts";

export interface InstalledOptions extends DeviceOptions {
  /** A server other than the worker's. */
  at?: { url: string };
}

interface InstalledFixtures {
  /** Opens the installed app at its login page: a window of its own, in a browser of its own. */
  installed: (viewport?: ViewportSize, options?: InstalledOptions) => Promise<Person>;
}

export const test = base.extend<InstalledFixtures>({
  installed: async ({ server }, use, info) => {
    const errors: string[] = [];
    const contexts: BrowserContext[] = [];
    await use(async (viewport = PHONE, { at = server, ...options } = {}) => {
      const context = await launchApp(at.url, viewport, options);
      contexts.push(context);
      return watchConsole(context, await waitForAppWindow(context, at.url), errors);
    });
    await Promise.all(contexts.map((context) => context.close()));
    if (info.status === info.expectedStatus) expect(errors, "errors on the browser's console").toEqual([]);
  },
});

/**
 * Launches the app with the display mode 'standalone'. Playwright's emulation of a mobile device would reset
 * that to a browser's; here the size and touch support make it a phone.
 */
function launchApp(url: string, viewport: ViewportSize, options: DeviceOptions): Promise<BrowserContext> {
  return chromium.launchPersistentContext("", {
    ...buildWindowLaunchOptions([`--app=${url}/login`]),
    // The installed app doesn't ask about cookies, and a persistent context accepts no stored state.
    ...buildContextOptions(url, viewport, { ...options, hasAnsweredConsent: false }),
    ignoreDefaultArgs: ["about:blank"],
  });
}

async function waitForAppWindow(context: BrowserContext, url: string) {
  const find = () => context.pages().find((page) => page.url().startsWith(url));
  await expect.poll(() => find() !== undefined, "the app has its window").toBe(true);
  const page = find();
  if (!page) throw new Error("the app's window was closed");
  expect(await page.evaluate(() => matchMedia("(display-mode: standalone)").matches)).toBe(true);
  return page;
}
