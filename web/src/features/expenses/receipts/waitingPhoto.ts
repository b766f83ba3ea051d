import { toBlob } from "../../../offline/waiting/offline-mutations";
import { waitingLog } from "../../../offline/waiting/waiting-log";

/** The photo of a receipt that waits on this device to be sent. */
export function findWaitingPhoto(id: string): Blob | null {
  const waiting = waitingLog.snapshot().find(({ thing }) => thing.sort === "receipt" && thing.id === id);
  const [, file] = waiting?.write.form?.find(([name]) => name === "file") ?? [];
  return file && typeof file !== "string" ? toBlob(file) : null;
}
