import { useMemo } from "react";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { useIsSending, useWaitingChanges, useWaitingChangesOf } from "../../offline/waiting/waiting-hooks";
import { useUnsentDocuments } from "./useUnsentDocuments";

/** Where a document is: on the server as it is here, being sent, or with changes only on this device. */
export type SyncState = "saved" | "sending" | "here";

/** Where a document is. Changes to an issued document that weren't shared are handled separately. */
export function useSyncState(kind: DocumentKind, id: string, status: string): SyncState {
  const isSending = useIsSending({ sort: kind, id });
  const hasWaitingChanges = useWaitingChangesOf(kind, id).length > 0;
  const isChanged = useUnsharedIds(kind).has(id);
  if (isSending) return "sending";
  return hasWaitingChanges || (isChanged && status === "draft") ? "here" : "saved";
}

/** Whether anything of a kind hasn't reached the server, so that its rows may be marked. */
export function useHasUnsent(kind: DocumentKind): boolean {
  const hasWaitingChanges = useWaitingChanges().some(({ thing }) => thing.sort === kind);
  return useUnsharedIds(kind).size > 0 || hasWaitingChanges;
}

/** Whether a draft will be sent to its customer once the device is online. */
export function useWillBeSent(kind: DocumentKind, id: string): boolean {
  return useWaitingChangesOf(kind, id).some(({ write }) => write.path.endsWith("/send"));
}

/** The documents of a kind with changes on this device that the server doesn't have. */
export function useUnsharedIds(kind: DocumentKind): ReadonlySet<string> {
  const unsent = useUnsentDocuments();
  return useMemo(
    () => new Set(unsent.filter((one) => one.kind === kind).map(({ id }) => id)),
    [unsent, kind],
  );
}
