import { smallPicture } from "../../../ui/smallPicture";

/** The longest side that a receipt is read at, in pixels. */
const LONGEST = 2000;
const QUALITY = 0.85;

/**
 * A photograph of a receipt made small on the device. What this browser cannot read goes as it is: the server says what
 * is the matter with it.
 */
export async function shrink(file: Blob): Promise<Blob> {
  return (await smallPicture(file, LONGEST, QUALITY))?.blob ?? file;
}
