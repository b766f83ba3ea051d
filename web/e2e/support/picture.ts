// Pictures for people to look at, where PLUMBLINE_PICTURES names a folder.
import { join } from "node:path";
import type { Page } from "@playwright/test";

/** The whole page as it is now. */
export async function takePagePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PLUMBLINE_PICTURES;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
