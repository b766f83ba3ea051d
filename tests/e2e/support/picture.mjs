// Pictures for people to look at, where PLUMBLINE_PICTURES names a folder.
import { join } from "node:path";

/** The whole page as it stands. */
export async function picture(page, name) {
  const folder = process.env.PLUMBLINE_PICTURES;
  if (!folder) return;
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
