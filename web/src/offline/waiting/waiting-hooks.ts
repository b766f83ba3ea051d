import { useMemo, useSyncExternalStore } from "react";
import { type ConnectionState, connection } from "../connection";
import { type SendingState, sender } from "./sender";
import { type EntityRef, isSameEntity, type WaitingChange } from "./waiting-change";
import { waitingLog } from "./waiting-log";

/** Everything that waits of whoever is signed in. */
export function useWaitingChanges(): readonly WaitingChange[] {
  return useSyncExternalStore(waitingLog.subscribe, waitingLog.snapshot);
}

/** Whether it is known what waits. */
export function useIsWaitingKnown(): boolean {
  return useSyncExternalStore(waitingLog.subscribe, waitingLog.isKnown);
}

/** What waits of one thing. */
export function useWaitingChangesOf(sort: string, id: string): readonly WaitingChange[] {
  const all = useWaitingChanges();
  return useMemo(() => all.filter(({ thing }) => isSameEntity(thing, { sort, id })), [all, sort, id]);
}

/** What is on its way now. */
export function useSendingState(): SendingState {
  return useSyncExternalStore(sender.subscribe, sender.snapshot);
}

/** Whether something of a thing is on its way now. */
export function useIsSending(entity: EntityRef): boolean {
  const { thing: now } = useSendingState();
  return now !== null && isSameEntity(now, entity);
}

/** Whether the server is reached, and since when not. */
export function useConnection(): ConnectionState {
  return useSyncExternalStore(connection.subscribe, connection.snapshot);
}
