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
