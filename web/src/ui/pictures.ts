/** A picture made small. */
export interface SmallPicture {
  blob: Blob;
  width: number;
  height: number;
}

/** A picture's size when its longer side is at most this long. */
export function fitWithin(width: number, height: number, longest: number): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** A picture that can be drawn. */
interface Drawable {
  source: CanvasImageSource;
  width: number;
  height: number;
  /** Lets its memory go. */
  close: () => void;
}

async function decodeAsBitmap(file: Blob): Promise<Drawable> {
  const source = await createImageBitmap(file, { imageOrientation: "from-image" });
  return { source, width: source.width, height: source.height, close: () => source.close() };
}

/** Safari shows HEIC as it shows any picture, and makes no bitmap of it. It is upright by itself. */
async function decodeAsImage(file: Blob): Promise<Drawable> {
  const url = URL.createObjectURL(file);
  const close = () => URL.revokeObjectURL(url);
  const source = new Image();
  source.src = url;
  try {
    await source.decode();
  } catch (error) {
    close();
    throw error;
  }
  return { source, width: source.naturalWidth, height: source.naturalHeight, close };
}

/**
 * A photograph made small on the device: upright, a JPEG with nothing in it of where it was taken. null: this browser
 * cannot read it.
 */
export async function makeSmallPicture(
  file: Blob,
  longest: number,
  quality: number,
): Promise<SmallPicture | null> {
  let picture: Drawable;
  try {
    picture = await decodeAsBitmap(file).catch(() => decodeAsImage(file));
  } catch {
    return null;
  }
  try {
    const { width, height } = fitWithin(picture.width, picture.height, longest);
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d");
    if (!context) return null;
    // Whatever can be seen through would be black.
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = "high";
    context.drawImage(picture.source, 0, 0, width, height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    return blob && { blob, width, height };
  } finally {
    picture.close();
  }
}
