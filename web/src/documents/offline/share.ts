import type { DocumentKind } from "../../api/generated/DocumentKind";
import { newId } from "../../api/ids";
import { type OfflineMutation, registerOfflineMutations } from "../../offline/waiting/offline-mutations";
import { sender } from "../../offline/waiting/sender";
import { WAITING_FORMAT } from "../../offline/waiting/waiting-change";
import { waitingLog } from "../../offline/waiting/waiting-log";
import type { StoredDocument } from "../types";
import { formatDocumentTitle } from "./documentMutations";

/** No address of the server's: what goes there are the document's edits. */
const SHARE_PATH = "share";

/** An issued document is changed before its customer once there is signal. */
export function registerShareMutation(): void {
  const mutation: OfflineMutation = {
    method: "PATCH",
    path: SHARE_PATH,
    isDocumentMutation: true,
    sharesEdits: true,
    isEditsOnly: true,
    thing: (write) => ({ sort: String(write.params?.kind), id: String(write.params?.id) }),
    label: (_write, base) => `Update of ${String(base)}`,
    respond: (_write, base) => base,
  };
  registerOfflineMutations(mutation);
}

/** Has the changes that this device keeps of an issued document put before its customer once there is signal. */
export async function queueShare(account: string, kind: DocumentKind, doc: StoredDocument): Promise<void> {
  const waiting = await waitingLog.all();
  if (
    waiting.some(
      ({ write, thing }) => write.path === SHARE_PATH && thing.sort === kind && thing.id === doc.id,
    )
  )
    return sender.runSoon();
  await waitingLog.add({
    account,
    key: newId(),
    format: WAITING_FORMAT,
    write: { method: "PATCH", path: SHARE_PATH, params: { kind, id: doc.id } },
    thing: { sort: kind, id: doc.id },
    label: `Update of ${formatDocumentTitle(kind, doc)}`,
    at: Date.now(),
    problem: null,
  });
  sender.runSoon();
}
