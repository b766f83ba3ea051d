import type { DocumentKind } from "../../api/generated/DocumentKind";
import { waitingLog } from "../../offline/waiting/waiting-log";

/** Whether a document waits on this device to be sent. */
export async function isWaitingToBeSent({ kind, id }: { kind: DocumentKind; id: string }): Promise<boolean> {
  const waiting = await waitingLog.all();
  return waiting.some(
    ({ thing, write }) => thing.sort === kind && thing.id === id && write.path.endsWith("/send"),
  );
}
