// A photo is stored as it was taken before it is made smaller, because a phone may close the page meanwhile. Its
// form names it from then on.

import { promisifyRequest } from "idb-keyval";
import { fileOf } from "../waiting/deeds";
import type { FileBytes } from "../waiting/waiting";
import { typedStore } from "./store";

const PHOTO = "photo";

/** Keeps a photo as it was taken, until it is made small and on its way: a page may be closed before that. False where it could not. */
export async function keepPhoto(account: string, id: string, photo: Blob): Promise<boolean> {
  try {
    const kept: FileBytes = { type: photo.type, bytes: await photo.arrayBuffer() };
    await typedStore("readwrite", (forms) => {
      forms.put(kept, [account, PHOTO, id]);
      // A page that is going away will not be asked whether there is more.
      forms.transaction.commit();
      return promisifyRequest(forms.transaction);
    });
    return true;
  } catch {
    return false;
  }
}

/** A photo that was taken and is not on its way yet; nothing where it is. */
export async function photoKept(account: string, id: string): Promise<Blob | undefined> {
  try {
    const kept = await typedStore("readonly", (forms) =>
      promisifyRequest<FileBytes | undefined>(forms.get([account, PHOTO, id])),
    );
    return kept && fileOf(kept);
  } catch {
    return undefined;
  }
}

/** Lets go of photos: they are on their way, or not wanted. */
export async function dropPhotos(account: string, ids: readonly string[]): Promise<void> {
  try {
    await typedStore("readwrite", (forms) => {
      for (const id of ids) forms.delete([account, PHOTO, id]);
      forms.transaction.commit();
      return promisifyRequest(forms.transaction);
    });
  } catch {
    // They go with what their account typed.
  }
}
