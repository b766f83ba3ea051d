// A photo is stored as it was taken before it is made smaller, because a phone may close the page meanwhile. Its
// form names it from then on.

import { promisifyRequest } from "idb-keyval";
import { toBlob } from "../waiting/offline-mutations";
import type { FileBytes } from "../waiting/waiting-change";
import { formDraftStore } from "./store";

const PHOTO_KEY = "photo";

/** Keeps a photo as it was taken, until it is made small and on its way: a page may be closed before that. False where it could not. */
export async function saveDraftPhoto(account: string, id: string, photo: Blob): Promise<boolean> {
  try {
    const fileBytes: FileBytes = { type: photo.type, bytes: await photo.arrayBuffer() };
    await formDraftStore("readwrite", (forms) => {
      forms.put(fileBytes, [account, PHOTO_KEY, id]);
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
export async function loadDraftPhoto(account: string, id: string): Promise<Blob | undefined> {
  try {
    const fileBytes = await formDraftStore("readonly", (forms) =>
      promisifyRequest<FileBytes | undefined>(forms.get([account, PHOTO_KEY, id])),
    );
    return fileBytes && toBlob(fileBytes);
  } catch {
    return undefined;
  }
}

/** Lets go of photos: they are on their way, or not wanted. */
export async function deleteDraftPhotos(account: string, ids: readonly string[]): Promise<void> {
  try {
    await formDraftStore("readwrite", (forms) => {
      for (const id of ids) forms.delete([account, PHOTO_KEY, id]);
      forms.transaction.commit();
      return promisifyRequest(forms.transaction);
    });
  } catch {
    // They go with what their account typed.
  }
}
