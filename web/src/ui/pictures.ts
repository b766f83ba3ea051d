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

/** What a file is by its first bytes, whatever it is called: a picture that is taken, or what is none. */
export type PictureKind = "picture" | "heic" | "pdf" | "other";

/** Why a file is not taken, as the server says it (`server/platform/src/files/picture.rs`). */
export const REFUSED_PICTURE_MESSAGES: Record<Exclude<PictureKind, "picture">, string> = {
  heic:
    "We can’t read HEIC pictures. Take the photo on this page, or set the " +
    "camera to ‘Most compatible’ and take it again.",
  pdf: "You can’t add PDFs here. Please take a photo or a screenshot of it instead.",
  other: "Please choose a PNG, JPEG or WebP picture.",
};

/** The brands by which HEIC begins (ISO/IEC 23008-12). */
const HEIC_BRANDS = ["heic", "heix", "hevc", "heim", "heis", "mif1", "msf1"];

/** What a file is. One that cannot be read any more is left to whoever takes it. */
export async function detectPictureKind(file: Blob): Promise<PictureKind> {
  const head = await file.slice(0, 12).arrayBuffer();
  const text = String.fromCharCode(...new Uint8Array(head));
  if (text.startsWith("\xFF\xD8\xFF") || text.startsWith("\x89PNG\r\n\x1A\n")) return "picture";
  if (text.startsWith("RIFF") && text.slice(8) === "WEBP") return "picture";
  if (text.slice(4, 8) === "ftyp" && HEIC_BRANDS.includes(text.slice(8))) return "heic";
  return text.startsWith("%PDF") ? "pdf" : "other";
}
