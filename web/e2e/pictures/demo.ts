// `test` for pictures of the product: with a server that has the demo business.

import { join } from "node:path";
import type { BrowserContext, Page, ViewportSize } from "@playwright/test";
import { buildContextOptions } from "../support/browser.ts";
import { postJson } from "../support/seed.ts";
import { startServer } from "../support/server.ts";
import { test as base, type WorkerFixtures } from "../support/test.ts";

const DEMO = { username: "demo@plumbline.example", password: "Chalk-line-2026" };

interface DemoFixtures {
  /** The owner of the demo business, in London's time zone, on a screen with this device scale factor. */
  demo: (viewport: ViewportSize, deviceScaleFactor?: number) => Promise<Page>;
}

export const test = base.extend<DemoFixtures, Pick<WorkerFixtures, "server">>({
  server: [
    async ({ settings }, use) => {
      const server = await startServer({ settings, demo: true });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  demo: async ({ browser, server }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (viewport, deviceScaleFactor = 1) => {
      const context = await browser.newContext({
        ...buildContextOptions(server.url, viewport),
        isMobile: viewport.width <= 768,
        deviceScaleFactor,
        timezoneId: "Europe/London",
      });
      contexts.push(context);
      const page = await context.newPage();
      await postJson(page, "/api/auth/login", DEMO);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

// Pictures of screens, in one folder for each size.

/** Takes a picture of the visible part of the page, and one of the whole page. */
export async function takePictures(page: Page, size: string, name: string): Promise<void> {
  const folder = process.env.PLUMBLINE_PICTURES;
  if (!folder) throw new Error("playwright.pictures.config.ts names the folder of the pictures");
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(folder, size, `${name}.png`) });
  await page.screenshot({ path: join(folder, size, `${name}-whole.png`), fullPage: true });
}

/** Opens an address, and takes its pictures once it has loaded. */
export async function openAndTakePictures(
  page: Page,
  size: string,
  name: string,
  path: string,
): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  await takePictures(page, size, name);
}
