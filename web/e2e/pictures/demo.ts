// `test` for pictures of the product: a server with the demonstration business.
import type { BrowserContext, Page, ViewportSize } from "@playwright/test";
import { seat } from "../support/browser.ts";
import { write } from "../support/seed.ts";
import { startServer } from "../support/server.ts";
import { test as base, type Prepared } from "../support/test.ts";

const DEMO = { username: "demo@plumbline.example", password: "Chalk-line-2026" };

interface Demo {
  /** The owner of the demonstration business, at home in London, on a screen with so many dots for a pixel. */
  demo: (viewport: ViewportSize, deviceScaleFactor?: number) => Promise<Page>;
}

export const test = base.extend<Demo, Pick<Prepared, "server">>({
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
        ...seat(server.url, viewport),
        isMobile: viewport.width <= 768,
        deviceScaleFactor,
        timezoneId: "Europe/London",
      });
      contexts.push(context);
      const page = await context.newPage();
      await write(page, "/api/auth/login", DEMO);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});
