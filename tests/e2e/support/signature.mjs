// A signature, drawn.

/** Draws a few lines with the mouse, or a finger. */
export async function drawSignature(page, sheet) {
  const pad = sheet.getByRole("img", { name: /^Sign here/ });
  await pad.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await pad.boundingBox();
  await page.mouse.move(x + width * 0.2, y + height * 0.6);
  await page.mouse.down();
  for (const [over, down] of [
    [0.35, 0.3],
    [0.5, 0.7],
    [0.65, 0.35],
    [0.8, 0.6],
  ]) {
    await page.mouse.move(x + width * over, y + height * down, { steps: 4 });
  }
  await page.mouse.up();
}

/** The quote of this page, held out to its customer: the sheet with her name and her signature, not accepted yet. */
export async function fillSignature(page) {
  await page.getByRole("button", { name: "Sign here" }).click();
  const sheet = page.getByRole("dialog", { name: /^Accept / });
  await sheet.getByLabel("Your name").fill("Margaret Holroyd");
  await drawSignature(page, sheet);
  return sheet;
}

/** The same, accepted and kept on this device. */
export async function signOnDevice(page) {
  const sheet = await fillSignature(page);
  await sheet.getByRole("button", { name: "Accept Quote" }).click();
  await page.getByText(/^Signed on this (phone|computer)$/).first().waitFor({ state: "attached" });
}
