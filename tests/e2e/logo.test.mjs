// A logo is cut out of the picture that a person has, on their device, and stands on their documents.
import assert from "node:assert/strict";
import test from "node:test";
import { DESKTOP, PHONE, sound } from "./support/browser.mjs";
import { picture } from "./support/picture.mjs";
import { plumber } from "./support/seed.mjs";
import { stage } from "./support/stage.mjs";

const place = stage();
const SIZES = Object.entries({ phone: PHONE, desktop: DESKTOP });

/** A navy mark of 1,600 × 800 amid 4,000 × 3,000 of white: as a designer hands it over, and 12 megapixels. */
async function wideMargins(page) {
  const url = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 4000;
    canvas.height = 3000;
    const context = canvas.getContext("2d");
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, 4000, 3000);
    context.fillStyle = "#14213d";
    context.fillRect(1200, 1100, 1600, 800);
    return canvas.toDataURL("image/png");
  });
  return Buffer.from(url.split(",")[1], "base64");
}

test("a logo is cropped on the device, and again later", async (t) => {
  for (const [size, viewport] of SIZES) {
    const { page, leave, who } = await plumber(place, t, `logo-${size}`, viewport);
    await page.goto(`/settings/business-profiles/${who.profile.id}`);
    const file = page.getByLabel("Logo file");
    await file.setInputFiles({ name: "terms.png", mimeType: "image/png", buffer: Buffer.from("%PDF-1.7") });
    const dialog = page.getByRole("dialog", { name: "Crop your logo" });
    await dialog.getByText("This picture can’t be read. Choose another.").waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    assert.equal(await page.getByAltText("Your logo").count(), 0);

    const buffer = await wideMargins(page);
    await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer });
    const area = dialog.getByRole("group", { name: /^The part that is your logo/ });
    await area.waitFor();
    await sound(page, "cropping a logo");
    await picture(page, `logo-${size}`);
    await dialog.getByRole("button", { name: "Use this part" }).click();
    const logo = page.getByAltText("Your logo");
    await logo.waitFor();
    const shape = async () => {
      await dialog.waitFor({ state: "detached" });
      await page.waitForFunction(() => document.querySelector('img[alt="Your logo"]')?.naturalWidth > 0);
      return logo.evaluate((image) => image.naturalWidth / image.naturalHeight);
    };
    const first = await shape();
    assert.ok(first > 1.85 && first < 2.15, `the margins are gone: ${first}`);

    // By keyboard: a corner comes in.
    await page.getByRole("button", { name: "Crop", exact: true }).click();
    await dialog.getByRole("button", { name: "Bottom right corner" }).focus();
    for (let n = 0; n < 6; n++) await page.keyboard.press("Shift+ArrowLeft");
    await dialog.getByRole("button", { name: "Use this part" }).click();
    const src = await logo.getAttribute("src");
    await page.waitForFunction(
      (before) => document.querySelector('img[alt="Your logo"]')?.getAttribute("src") !== before,
      src,
    ).catch(() => {});
    const second = await shape();
    assert.ok(Math.abs(second - first) > 0.1, `${second} is another shape than ${first}`);
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("heading", { name: "Business profiles", level: 1 }).waitFor();
    await leave();
  }
});
