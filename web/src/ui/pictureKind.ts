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
