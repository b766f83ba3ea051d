/** The longest side that a logo is kept at, in pixels: as the server keeps them. */
const LONGEST = 1024;

/** A part of a picture, in its own pixels. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** So much may a channel (0 to 255) differ and be the same colour to the eye: what compressing leaves behind. */
const SAME = 12;

/**
 * What of a picture is not its margin: the smallest part that holds every pixel unlike the one in its first corner.
 * Null where nothing is, and where there is no margin to take off. `pixels` are rows of red, green, blue and opacity.
 */
export function withoutMargins(pixels: Uint8ClampedArray, width: number, height: number): Part | null {
  const [red = 0, green = 0, blue = 0, seen = 0] = pixels;
  const isMargin = (at: number) => {
    const opacity = pixels[at + 3] ?? 0;
    if (seen < SAME && opacity < SAME) return true;
    return (
      Math.abs((pixels[at] ?? 0) - red) <= SAME &&
      Math.abs((pixels[at + 1] ?? 0) - green) <= SAME &&
      Math.abs((pixels[at + 2] ?? 0) - blue) <= SAME &&
      Math.abs(opacity - seen) <= SAME
    );
  };
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (isMargin((y * width + x) * 4)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  const part = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
  const isAll = part.width === width && part.height === height;
  return right < 0 || isAll ? null : part;
}

/** The pixels of a picture that was loaded, drawn so small that looking at them takes no time, and how much smaller. */
export function look(image: HTMLImageElement): { part: Part | null; scale: number } {
  const scale = Math.min(1, 256 / Math.max(image.naturalWidth, image.naturalHeight));
  const { context, width, height } = drawn(image, whole(image), scale);
  const part = withoutMargins(context.getImageData(0, 0, width, height).data, width, height);
  return { part, scale };
}

/** All of a picture. */
export function whole(image: HTMLImageElement): Part {
  return { x: 0, y: 0, width: image.naturalWidth, height: image.naturalHeight };
}

/** A part of a picture as a PNG, which keeps what can be seen through; at most 1,024 pixels a side. */
export async function cut(image: HTMLImageElement, part: Part): Promise<Blob> {
  const { canvas } = drawn(image, part, Math.min(1, LONGEST / Math.max(part.width, part.height)));
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!png) throw new Error("This browser can’t crop the picture.");
  return png;
}

function drawn(image: HTMLImageElement, part: Part, scale: number) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(part.width * scale));
  canvas.height = Math.max(1, Math.round(part.height * scale));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser can’t show the picture.");
  context.imageSmoothingQuality = "high";
  const { width, height } = canvas;
  context.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, width, height);
  return { canvas, context, width, height };
}
