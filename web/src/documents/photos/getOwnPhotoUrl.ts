import { buildFileUrl } from "../../api/requests";
import { toBlob } from "../../offline/waiting/offline-mutations";
import { waitingLog } from "../../offline/waiting/waiting-log";

/** Object URLs of the photos taken in this window, by id. */
const localUrls = new Map<string, string>();

/** Makes a photo that was just taken visible in this window. */
export function addLocalPhoto(id: string, photo: Blob): void {
  localUrls.set(id, URL.createObjectURL(photo));
}

/** The address of a photo for the business: on this device while it is waiting to be sent. */
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
