import type { DocumentKind } from "../../api/generated/DocumentKind";
import { useIsSending, useWaiting, useWaitingOf } from "../../offline/waiting/useWaiting";
import { useUnshared } from "./useUnshared";

/** Where a document is: with the server as it is here, on its way, or with changes that are only here. */
export type Where = "saved" | "sending" | "here";

/** Where a document is. Changes of an issued one that nobody was told to send are a matter of their own. */
export function useHere(kind: DocumentKind, id: string, status: string): Where {
  const isSending = useIsSending({ sort: kind, id });
  const waits = useWaitingOf(kind, id).length > 0;
  const isChanged = useUnshared(kind).has(id);
  if (isSending) return "sending";
  return waits || (isChanged && status === "draft") ? "here" : "saved";
}

/** Whether something of a kind is not with the server as it is here: its rows may be marked. */
export function useAnyHere(kind: DocumentKind): boolean {
  const waits = useWaiting().some(({ thing }) => thing.sort === kind);
  return useUnshared(kind).size > 0 || waits;
}

/** Whether a draft goes to its customer once there is signal. */
export function useWillBeSent(kind: DocumentKind, id: string): boolean {
  return useWaitingOf(kind, id).some(({ write }) => write.path.endsWith("/send"));
}
