import { buildFileUrl } from "../../api/requests";
import { toBlob } from "../../offline/waiting/offline-mutations";
import { waitingLog } from "../../offline/waiting/waiting-log";

/** What this window has of photos that were taken in it, by their ids. */
const localUrls = new Map<string, string>();

/** Has a photo that was just taken be seen from this window. */
export function addLocalPhoto(id: string, photo: Blob): void {
  localUrls.set(id, URL.createObjectURL(photo));
}

/** Where the business sees a photo: on this device while it waits to be sent. */
export function getOwnPhotoUrl(id: string): string {
  const localUrl = localUrls.get(id);
  if (localUrl) return localUrl;
  const waiting = waitingLog.snapshot().find(({ thing }) => thing.sort === "photo" && thing.id === id);
  const [, file] = waiting?.write.form?.find(([name]) => name === "file") ?? [];
  if (!file || typeof file === "string") {
    return buildFileUrl("/api/quotes/photos/{photo}", { params: { photo: id } });
  }
  addLocalPhoto(id, toBlob(file));
  return getOwnPhotoUrl(id);
}
