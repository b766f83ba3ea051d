import { useMemo, useSyncExternalStore } from "react";
import { type ConnectionState, connection } from "../connection";
import { type SendingState, sender } from "./sender";
import { type EntityRef, isSameEntity, type WaitingChange } from "./waiting-change";
import { waitingLog } from "./waiting-log";

/** All waiting changes of the signed-in user. */
export function useWaitingChanges(): readonly WaitingChange[] {
  return useSyncExternalStore(waitingLog.subscribe, waitingLog.snapshot);
}

/** Whether the log has been read. */
export function useIsWaitingKnown(): boolean {
  return useSyncExternalStore(waitingLog.subscribe, waitingLog.isKnown);
}

/** The waiting changes of one entity. */
export function useWaitingChangesOf(sort: string, id: string): readonly WaitingChange[] {
  const all = useWaitingChanges();
  return useMemo(() => all.filter(({ thing }) => isSameEntity(thing, { sort, id })), [all, sort, id]);
}

/** What is being sent now. */
export function useSendingState(): SendingState {
  return useSyncExternalStore(sender.subscribe, sender.snapshot);
}

/** Whether something of an entity is being sent now. */
export function useIsSending(entity: EntityRef): boolean {
  const { thing: now } = useSendingState();
  return now !== null && isSameEntity(now, entity);
}

/** Whether the server can be reached, and since when it can't. */
export function useConnection(): ConnectionState {
  return useSyncExternalStore(connection.subscribe, connection.snapshot);
}
