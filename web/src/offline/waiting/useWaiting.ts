import { useMemo, useSyncExternalStore } from "react";
import { type Connection, connection } from "../connection";
import { waitingLog } from "./log";
import { type Sending, sender } from "./sender";
import { sameThing, type Thing, type Waiting } from "./waiting";

/** Everything that waits of whoever is signed in. */
export function useWaiting(): readonly Waiting[] {
  return useSyncExternalStore(waitingLog.subscribe, waitingLog.snapshot);
}

/** Whether it is known what waits. */
export function useIsKnown(): boolean {
  return useSyncExternalStore(waitingLog.subscribe, waitingLog.isKnown);
}

/** What waits of one thing. */
export function useWaitingOf(sort: string, id: string): readonly Waiting[] {
  const all = useWaiting();
  return useMemo(() => all.filter(({ thing }) => sameThing(thing, { sort, id })), [all, sort, id]);
}

/** What is on its way now. */
export function useSending(): Sending {
  return useSyncExternalStore(sender.subscribe, sender.snapshot);
}

/** Whether something of a thing is on its way now. */
export function useIsSending(thing: Thing): boolean {
  const { thing: now } = useSending();
  return now !== null && sameThing(now, thing);
}

/** Whether the server is reached, and since when not. */
export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.snapshot);
}
