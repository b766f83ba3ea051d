// Photos of receipts: drawn in the page, so that the repository needs no file as large as a camera's.
import type { Page } from "@playwright/test";

export interface Photo {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A photo of this size, as a file input accepts it. */
export async function createPhoto(page: Page, width: number, height: number): Promise<Photo> {
  const base64 = await page.evaluate(drawReceipt, [width, height] as const);
  return { name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer: Buffer.from(base64, "base64") };
}

/** In the page: a JPEG of a receipt, as base64. */
async function drawReceipt([width, height]: readonly [number, number]): Promise<string> {
  const canvas = new OffscreenCanvas(width, height);
  const paint = canvas.getContext("2d");
  if (!paint) throw new Error("the canvas cannot be painted on");
  paint.fillStyle = "#f4f1ea";
  paint.fillRect(0, 0, width, height);
  paint.fillStyle = "#222222";
  paint.font = `${Math.round(width / 14)}px sans-serif`;
  [
    "SCREWFIX",
    "15 mm elbow  x10   12.40",
    "Flux 100 g           7.20",
    "Pipe 15 mm x3   23.60",
    "TOTAL           43.20",
  ].forEach((line, at) => {
    paint.fillText(line, width / 12, (height / 8) * (at + 1.5));
  });
  const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.7 });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
