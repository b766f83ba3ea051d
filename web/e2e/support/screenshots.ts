// Pictures to be committed: smaller than Playwright itself can make them.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";

interface ScreenshotFormat {
  format?: "jpeg" | "png" | "webp";
  quality?: number;
}

/** Saves the visible part of the page to a file of this format. */
export async function saveScreenshot(
  page: Page,
  file: string | URL,
  { format = "webp", quality = 80 }: ScreenshotFormat = {},
): Promise<void> {
  const size = page.viewportSize();
  if (!size) throw new Error("the page has no size");
  await page.evaluate(() => document.fonts.ready);
  const session = await page.context().newCDPSession(page);
  const { scale, x, y } = await page.evaluate(() => ({ scale: devicePixelRatio, x: scrollX, y: scrollY }));
  const { data } = await session.send("Page.captureScreenshot", {
    format,
    quality,
    clip: { x, y, ...size, scale },
  });
  await session.detach();
  await writeFile(file, Buffer.from(data, "base64"));
}

// Pictures for people to look at, if PLUMBLINE_PICTURES names a folder.

/** Takes a picture of the whole current page. */
export async function takePagePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PLUMBLINE_PICTURES;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
