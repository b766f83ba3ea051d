import type { DocumentKind } from "../../api/generated/DocumentKind";
import { newId } from "../../api/ids";
import { type Deed, register } from "../../offline/waiting/deeds";
import { waitingLog } from "../../offline/waiting/log";
import { sender } from "../../offline/waiting/sender";
import { FORMAT } from "../../offline/waiting/waiting";
import type { StoredDocument } from "../types";
import { titleOf } from "./deeds";

/** No address of the server's: what goes there are the document's edits. */
const PATH = "share";

/** An issued document is changed before its customer once there is signal. */
export function sharing(): void {
  const deed: Deed = {
    method: "PATCH",
    path: PATH,
    ofDocument: true,
    sharesEdits: true,
    isEditsOnly: true,
    thing: (write) => ({ sort: String(write.params?.kind), id: String(write.params?.id) }),
    label: (_write, base) => `Update of ${String(base)}`,
    answer: (_write, base) => base,
  };
  register(deed);
}

/** Has the changes that this device keeps of an issued document put before its customer once there is signal. */
export async function shareLater(account: string, kind: DocumentKind, doc: StoredDocument): Promise<void> {
  const waiting = await waitingLog.all();
  if (waiting.some(({ write, thing }) => write.path === PATH && thing.sort === kind && thing.id === doc.id))
    return sender.soon();
  await waitingLog.add({
    account,
    key: newId(),
    format: FORMAT,
    write: { method: "PATCH", path: PATH, params: { kind, id: doc.id } },
    thing: { sort: kind, id: doc.id },
    label: `Update of ${titleOf(kind, doc)}`,
    at: Date.now(),
    problem: null,
  });
  sender.soon();
}
