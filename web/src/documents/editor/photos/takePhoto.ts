import type { Photo } from "../../../api/generated/Photo";
import { newId } from "../../../api/ids";
import { post } from "../../../api/writes";
import { makeSmallPicture } from "../../../ui/pictures";
import { addLocalPhoto } from "../../photos/getOwnPhotoUrl";

/** A photo is looked at on a screen, and enlarged there: its longest side in pixels. */
const MAX_SIDE = 1600;
const QUALITY = 0.8;

/** Makes a photo small and keeps it, for a line or for the job; null of what is none. Throws why it is not kept. */
export async function uploadPhoto(file: Blob, line: string | null): Promise<Photo | null> {
  const small = await makeSmallPicture(file, MAX_SIDE, QUALITY);
  if (!small) return null;
  const id = newId();
  const form = new FormData();
  // Its own id: sent again after a lost answer it is the same photo.
  form.append("id", id);
  form.append("file", small.blob, "photo.jpg");
  await post("/api/quotes/photos", { body: form });
  addLocalPhoto(id, small.blob);
  return { id, line, caption: "", width: small.width, height: small.height };
}
