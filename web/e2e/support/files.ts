// Files that a page hands out.
import type { Download, Page } from "@playwright/test";

/** Chooses a kind of file from the page's 'Download', and waits for it. */
export async function downloadFile(page: Page, kind: string): Promise<Download> {
  await page.getByRole("button", { name: "Download" }).first().click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: new RegExp(`^${kind}`) }).click(),
  ]);
  return file;
}
