/** A scaled-down picture. */
export interface SmallPicture {
  blob: Blob;
  width: number;
  height: number;
}

/** A picture's size, scaled so that its longer side is at most `longest`. */
export function fitWithin(width: number, height: number, longest: number): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** A decoded picture, ready to be drawn. */
interface Drawable {
  source: CanvasImageSource;
  width: number;
  height: number;
  /** Releases its memory. */
  close: () => void;
}

async function decodeAsBitmap(file: Blob): Promise<Drawable> {
  const source = await createImageBitmap(file, { imageOrientation: "from-image" });
  return { source, width: source.width, height: source.height, close: () => source.close() };
}

/**
 * Safari displays HEIC in an image element but can't make a bitmap from it. The element is rotated upright
 * automatically.
 */
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
 * Scales a photo down on the device: upright, as a JPEG without metadata such as the location. Returns null
 * if this browser can't read it.
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
    // Transparent pixels would become black.
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

/** What a file is according to its first bytes, whatever its name: a picture we accept, or something else. */
export type PictureKind = "picture" | "heic" | "pdf" | "other";

/** Why a file is refused, in the same text as the server's (`server/platform/src/files/picture.rs`). */
export const REFUSED_PICTURE_MESSAGES: Record<Exclude<PictureKind, "picture">, string> = {
  heic:
    "We can’t read HEIC pictures. Take the photo on this page, or set the " +
    "camera to ‘Most compatible’ and take it again.",
  pdf: "You can’t add PDFs here. Please take a photo or a screenshot of it instead.",
  other: "Please choose a PNG, JPEG or WebP picture.",
};

/** The brands that identify HEIC (ISO/IEC 23008-12). */
const HEIC_BRANDS = ["heic", "heix", "hevc", "heim", "heis", "mif1", "msf1"];

/** Detects what a file is. A file that can no longer be read is left to the caller. */
export async function detectPictureKind(file: Blob): Promise<PictureKind> {
  const head = await file.slice(0, 12).arrayBuffer();
  const text = String.fromCharCode(...new Uint8Array(head));
  if (text.startsWith("\xFF\xD8\xFF") || text.startsWith("\x89PNG\r\n\x1A\n")) return "picture";
  if (text.startsWith("RIFF") && text.slice(8) === "WEBP") return "picture";
  if (text.slice(4, 8) === "ftyp" && HEIC_BRANDS.includes(text.slice(8))) return "heic";
  return text.startsWith("%PDF") ? "pdf" : "other";
}
