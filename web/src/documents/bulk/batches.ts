import { queryOptions } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { Batch } from "../../api/generated/Batch";
import type { BatchAction } from "../../api/generated/BatchAction";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { get } from "../../api/reads";
import { post, put } from "../../api/writes";
import { KINDS } from "../kind";

const keys = {
  open: (kind: DocumentKind) => [KINDS[kind].api, "batches"] as const,
  one: (kind: DocumentKind, id: string) => [KINDS[kind].api, "batches", id] as const,
};

const isOver = (batch: Batch | undefined) => batch?.state === "done" || batch?.state === "undone";

/** How often it is asked how far an action is. */
const EVERY = 1_000;

export const batchQueries = {
  keys,
  /** The actions that are not over, whichever tab or device asked for them. */
  open: (kind: DocumentKind) =>
    queryOptions({
      queryKey: keys.open(kind),
      queryFn: ({ signal }) => get(`${KINDS[kind].api}/batches`, { signal }),
      staleTime: 30_000,
    }),
  one: (kind: DocumentKind, id: string) =>
    queryOptions({
      queryKey: keys.one(kind, id),
      queryFn: ({ signal }) => get(`${KINDS[kind].api}/batches/{id}`, { params: { id }, signal }),
      refetchInterval: ({ state }) => (isOver(state.data) || state.data?.state === "stopped" ? false : EVERY),
    }),
};

export const batchWrites = {
  ask: (kind: DocumentKind, id: string, action: BatchAction, ids: string[]) =>
    put(`${KINDS[kind].api}/batches/{id}`, { params: { id }, body: { action, ids } }),
  stop: (kind: DocumentKind, id: string) => post(`${KINDS[kind].api}/batches/{id}/stop`, { params: { id } }),
  resume: (kind: DocumentKind, id: string) =>
    post(`${KINDS[kind].api}/batches/{id}/resume`, { params: { id } }),
};

/** The actions that this tab asked for: what became of them is told until it was read. */
let asked: readonly { kind: DocumentKind; id: string }[] = [];
const listeners = new Set<() => void>();

function change(next: typeof asked) {
  asked = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Keeps an action in sight. */
export const watch = (kind: DocumentKind, id: string) => {
  if (!asked.some((one) => one.id === id)) change([...asked, { kind, id }]);
};

/** What became of it was read. */
export const forget = (id: string) => change(asked.filter((one) => one.id !== id));

export function useWatched(kind: DocumentKind): string[] {
  const all = useSyncExternalStore(subscribe, () => asked);
  return all.filter((one) => one.kind === kind).map(({ id }) => id);
}
