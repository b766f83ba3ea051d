import { ExplainedError } from "../../../api/errors";
import { detectPictureKind, REFUSED_PICTURE_MESSAGES } from "../../../ui/pictureKind";
import { makeSmallPicture } from "../../../ui/pictures";

/** The longest side that a receipt is read at, in pixels. */
const MAX_SIDE = 2000;
const QUALITY = 0.85;

/** A file that no receipt can be made of, here or on the server; its message says why. */
export class NotAPicture extends ExplainedError {
  override name = "NoPicture";
}

/**
 * A photograph of a receipt made small on the device. What this browser cannot read and the server can goes as it is:
 * the server says what is the matter with it. What neither can is refused here and now, since without signal it would
 * be days until anybody heard of it.
 */
export async function shrinkReceipt(file: Blob): Promise<Blob> {
  const small = await makeSmallPicture(file, MAX_SIDE, QUALITY);
  if (small) return small.blob;
  const kind = await detectPictureKind(file);
  if (kind !== "picture") throw new NotAPicture(REFUSED_PICTURE_MESSAGES[kind]);
  return file;
}
