// A business's logo: cropped in the browser from a picture.
import type { Locator, Page } from "@playwright/test";
import { expectSoundLayout } from "./support/layout.ts";
import { takePagePicture } from "./support/screenshots.ts";
import { expect, test } from "./support/test.ts";

/**
 * A navy rectangle of 1,600 × 800 in a white picture of 4,000 × 3,000: 12 megapixels, as a designer would
 * send it.
 */
async function drawWithMargins(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 4000;
    canvas.height = 3000;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas to draw on");
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, 4000, 3000);
    context.fillStyle = "#14213d";
    context.fillRect(1200, 1100, 1600, 800);
    return canvas.toDataURL("image/png");
  });
  return Buffer.from(url.replace(/^.*,/, ""), "base64");
}

/** The aspect ratio of a picture, once it is loaded. */
async function measureShape(picture: Locator): Promise<number> {
  await expect(picture).not.toHaveJSProperty("naturalWidth", 0);
  return picture.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight);
}

test("a logo is cropped in the browser, and again later", { tag: "@both" }, async ({ plumber, size }) => {
  const { page, who } = await plumber();
  await page.goto(`/settings/business-profiles/${who.profile.id}`);
  const file = page.getByLabel("Logo file");
  await file.setInputFiles({ name: "terms.png", mimeType: "image/png", buffer: Buffer.from("%PDF-1.7") });
  const dialog = page.getByRole("dialog", { name: "Crop your logo" });
  await dialog.getByText("This picture can’t be read. Choose another.").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByAltText("Your logo")).toHaveCount(0);

  const buffer = await drawWithMargins(page);
  await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer });
  const area = dialog.getByRole("group", { name: /^The part that is your logo/ });
  await area.waitFor();
  await expectSoundLayout(page, "cropping a logo");
  await takePagePicture(page, `logo-${size}`);
  await dialog.getByRole("button", { name: "Use this part" }).click();
  const logo = page.getByAltText("Your logo");
  await logo.waitFor();
  await dialog.waitFor({ state: "detached" });
  const first = await measureShape(logo);
  expect(first, "without the margins").toBeGreaterThan(1.85);
  expect(first, "without the margins").toBeLessThan(2.15);

  // Moves a corner inwards with the keyboard.
  const before = (await logo.getAttribute("src")) ?? "";
  await page.getByRole("button", { name: "Crop", exact: true }).click();
  await dialog.getByRole("button", { name: "Bottom right corner" }).focus();
  for (let n = 0; n < 6; n++) await page.keyboard.press("Shift+ArrowLeft");
  await dialog.getByRole("button", { name: "Use this part" }).click();
  await dialog.waitFor({ state: "detached" });
  await expect(logo).not.toHaveAttribute("src", before);
  const second = await measureShape(logo);
  expect(Math.abs(second - first), "how much the shape changed").toBeGreaterThan(0.1);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("heading", { name: "Business profiles", level: 1 }).waitFor();
});
