import { Explained } from "../../../api/errors";
import { kindOf, WHY_NOT } from "../../../ui/pictureKind";
import { smallPicture } from "../../../ui/smallPicture";

/** The longest side that a receipt is read at, in pixels. */
const LONGEST = 2000;
const QUALITY = 0.85;

/** A file that no receipt can be made of, here or on the server; its message says why. */
export class NoPicture extends Explained {
  override name = "NoPicture";
}

/**
 * A photograph of a receipt made small on the device. What this browser cannot read and the server can goes as it is:
 * the server says what is the matter with it. What neither can is refused here and now, since without signal it would
 * be days until anybody heard of it.
 */
export async function shrink(file: Blob): Promise<Blob> {
  const small = await smallPicture(file, LONGEST, QUALITY);
  if (small) return small.blob;
  const kind = await kindOf(file);
  if (kind !== "picture") throw new NoPicture(WHY_NOT[kind]);
  return file;
}
