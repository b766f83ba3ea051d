// A signature, drawn.
import type { Locator, Page } from "@playwright/test";
import { getBox } from "./layout.ts";

/** Draws a few lines with the mouse, or a finger. */
export async function drawSignature(page: Page, sheet: Locator): Promise<void> {
  const pad = sheet.getByRole("img", { name: /^Sign here/ });
  await pad.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await getBox(pad);
  const to = (over: number, down: number) => [x + width * over, y + height * down] as const;
  await page.mouse.move(...to(0.2, 0.6));
  await page.mouse.down();
  await page.mouse.move(...to(0.35, 0.3), { steps: 4 });
  await page.mouse.move(...to(0.5, 0.7), { steps: 4 });
  await page.mouse.move(...to(0.65, 0.35), { steps: 4 });
  await page.mouse.move(...to(0.8, 0.6), { steps: 4 });
  await page.mouse.up();
}

/** The quote of this page, held out to its customer: the sheet with her name and her signature, not accepted yet. */
export async function fillSignature(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Sign here" }).click();
  const sheet = page.getByRole("dialog", { name: /^Accept / });
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  await drawSignature(page, sheet);
  return sheet;
}

/** The same, accepted and kept on this device. */
export async function signOnDevice(page: Page): Promise<void> {
  const sheet = await fillSignature(page);
  await sheet.getByRole("button", { name: /^Accept (Quote|Variation)$/ }).click();
  const signed = page.getByText(/^Signed on this (phone|computer)$/);
  await signed.first().waitFor({ state: "attached" });
}
