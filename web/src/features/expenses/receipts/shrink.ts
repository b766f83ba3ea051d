/** The longest side that a receipt is read at, in pixels. */
export const LONGEST = 2000;
const QUALITY = 0.85;

/** A picture's size when its longer side is at most this long. */
export function within(width: number, height: number, longest: number): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/**
 * A photograph made small on the device: upright, at most 2,000 pixels a side, a JPEG with nothing in it of where it
 * was taken. What this browser cannot read goes as it is: the server says what is the matter with it.
 */
export async function shrink(file: Blob): Promise<Blob> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return file;
  }
  try {
    const { width, height } = within(bitmap.width, bitmap.height, LONGEST);
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d");
    if (!context) return file;
    // Whatever can be seen through would be black.
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, width, height);
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
    return small ?? file;
  } finally {
    bitmap.close();
  }
}
