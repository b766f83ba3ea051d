/** The longest side of a stored logo, in pixels: the same as the server's. */
const MAX_LOGO_SIDE = 1024;

/** A part of a picture, in the picture's pixels. */
export interface PictureArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How much a channel (0 to 255) may differ and still look the same: the noise of compression. */
const COLOUR_TOLERANCE = 12;

/**
 * Finds the part of a picture inside its margin: the smallest rectangle with every pixel that differs from
 * the one in the first corner. Null where no pixel differs, and where there is no margin to remove. `pixels`
 * are rows of red, green, blue and opacity.
 */
export function findContentArea(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
): PictureArea | null {
  const [red = 0, green = 0, blue = 0, firstOpacity = 0] = pixels;
  const isMargin = (at: number) => {
    const opacity = pixels[at + 3] ?? 0;
    if (firstOpacity < COLOUR_TOLERANCE && opacity < COLOUR_TOLERANCE) return true;
    return (
      Math.abs((pixels[at] ?? 0) - red) <= COLOUR_TOLERANCE &&
      Math.abs((pixels[at + 1] ?? 0) - green) <= COLOUR_TOLERANCE &&
      Math.abs((pixels[at + 2] ?? 0) - blue) <= COLOUR_TOLERANCE &&
      Math.abs(opacity - firstOpacity) <= COLOUR_TOLERANCE
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
  const content = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
  const isWholePicture = content.width === width && content.height === height;
  return right < 0 || isWholePicture ? null : content;
}

/**
 * Finds the part of a loaded picture inside its margin, on a copy small enough to scan quickly; `scale` is
 * the copy's size relative to the picture.
 */
export function findContentOfPicture(image: HTMLImageElement): { part: PictureArea | null; scale: number } {
  const scale = Math.min(1, 256 / Math.max(image.naturalWidth, image.naturalHeight));
  const { context, width, height } = drawArea(image, getWholeArea(image), scale);
  const part = findContentArea(context.getImageData(0, 0, width, height).data, width, height);
  return { part, scale };
}

/** The whole area of a picture. */
export function getWholeArea(image: HTMLImageElement): PictureArea {
  return { x: 0, y: 0, width: image.naturalWidth, height: image.naturalHeight };
}

/** Crops a picture to a PNG, which preserves transparency; at most 1,024 pixels a side. */
export async function cropToPng(image: HTMLImageElement, area: PictureArea): Promise<Blob> {
  const { canvas } = drawArea(image, area, Math.min(1, MAX_LOGO_SIDE / Math.max(area.width, area.height)));
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!png) throw new Error("This browser can’t crop the picture.");
  return png;
}

function drawArea(image: HTMLImageElement, area: PictureArea, scale: number) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(area.width * scale));
  canvas.height = Math.max(1, Math.round(area.height * scale));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser can’t show the picture.");
  context.imageSmoothingQuality = "high";
  const { width, height } = canvas;
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, width, height);
  return { canvas, context, width, height };
}
