// Pictures that are committed: small ones, which Playwright's own cannot be.
import { writeFile } from "node:fs/promises";

/** What is seen of the page, as it stands, in a file of this format. */
export async function keep(page, file, { format = "webp", quality = 80 } = {}) {
  await page.evaluate(() => document.fonts.ready);
  const session = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize();
  const { scale, x, y } = await page.evaluate(() => ({ scale: devicePixelRatio, x: scrollX, y: scrollY }));
  const { data } = await session.send("Page.captureScreenshot", {
    format,
    quality,
    clip: { x, y, width, height, scale },
  });
  await session.detach();
  await writeFile(file, Buffer.from(data, "base64"));
}
