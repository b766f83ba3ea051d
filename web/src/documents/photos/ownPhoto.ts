import { fileAddress } from "../../api/calls";
import { fileOf } from "../../offline/waiting/deeds";
import { waitingLog } from "../../offline/waiting/log";

/** What this window has of photos that were taken in it, by their ids. */
const here = new Map<string, string>();

/** Has a photo that was just taken be seen from this window. */
export function showFromHere(id: string, photo: Blob): void {
  here.set(id, URL.createObjectURL(photo));
}

/** Where the business sees a photo: on this device while it waits to be sent. */
export function ownPhoto(id: string): string {
  const known = here.get(id);
  if (known) return known;
  const waiting = waitingLog.snapshot().find(({ thing }) => thing.sort === "photo" && thing.id === id);
  const [, file] = waiting?.write.form?.find(([name]) => name === "file") ?? [];
  if (!file || typeof file === "string") {
    return fileAddress("/api/quotes/photos/{photo}", { params: { photo: id } });
  }
  showFromHere(id, fileOf(file));
  return ownPhoto(id);
}
