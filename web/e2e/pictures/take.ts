// Pictures of screens, in a folder for each size.
import { join } from "node:path";
import type { Page } from "@playwright/test";

/** Takes what is seen of the page now, and the whole of it. */
export async function takePictures(page: Page, size: string, name: string): Promise<void> {
  const folder = process.env.PLUMBLINE_PICTURES;
  if (!folder) throw new Error("playwright.pictures.config.ts names the folder of the pictures");
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(folder, size, `${name}.png`) });
  await page.screenshot({ path: join(folder, size, `${name}-whole.png`), fullPage: true });
}

/** Opens an address, and takes it once it has everything. */
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
