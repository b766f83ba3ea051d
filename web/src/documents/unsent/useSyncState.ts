import { useMemo } from "react";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { useIsSending, useWaitingChanges, useWaitingChangesOf } from "../../offline/waiting/waiting-hooks";
import { useUnsentDocuments } from "./useUnsentDocuments";

/** Where a document is: with the server as it is here, on its way, or with changes that are only here. */
export type SyncState = "saved" | "sending" | "here";

/** Where a document is. Changes of an issued one that nobody was told to send are a matter of their own. */
export function useSyncState(kind: DocumentKind, id: string, status: string): SyncState {
  const isSending = useIsSending({ sort: kind, id });
  const hasWaitingChanges = useWaitingChangesOf(kind, id).length > 0;
  const isChanged = useUnsharedIds(kind).has(id);
  if (isSending) return "sending";
  return hasWaitingChanges || (isChanged && status === "draft") ? "here" : "saved";
}

/** Whether something of a kind is not with the server as it is here: its rows may be marked. */
export function useHasUnsent(kind: DocumentKind): boolean {
  const hasWaitingChanges = useWaitingChanges().some(({ thing }) => thing.sort === kind);
  return useUnsharedIds(kind).size > 0 || hasWaitingChanges;
}

/** Whether a draft goes to its customer once there is signal. */
export function useWillBeSent(kind: DocumentKind, id: string): boolean {
  return useWaitingChangesOf(kind, id).some(({ write }) => write.path.endsWith("/send"));
}

/** The documents of a kind that this device keeps changes of, which the server has not been told. */
export function useUnsharedIds(kind: DocumentKind): ReadonlySet<string> {
  const unsent = useUnsentDocuments();
  return useMemo(
    () => new Set(unsent.filter((one) => one.kind === kind).map(({ id }) => id)),
    [unsent, kind],
  );
}
