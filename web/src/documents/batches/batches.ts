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

const isFinished = (batch: Batch | undefined) => batch?.state === "done" || batch?.state === "undone";

/** How often it is asked how far an action is. */
const POLL_INTERVAL = 1_000;

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
      refetchInterval: ({ state }) =>
        isFinished(state.data) || state.data?.state === "stopped" ? false : POLL_INTERVAL,
    }),
};

export const batchWrites = {
  addDocuments: (kind: DocumentKind, id: string, action: BatchAction, ids: string[]) =>
    put(`${KINDS[kind].api}/batches/{id}`, { params: { id }, body: { action, ids } }),
  stop: (kind: DocumentKind, id: string) => post(`${KINDS[kind].api}/batches/{id}/stop`, { params: { id } }),
  resume: (kind: DocumentKind, id: string) =>
    post(`${KINDS[kind].api}/batches/{id}/resume`, { params: { id } }),
};

/** The actions that this tab asked for: what became of them is told until it was read. */
let watchedBatches: readonly { kind: DocumentKind; id: string }[] = [];
const listeners = new Set<() => void>();

function setWatchedBatches(next: typeof watchedBatches) {
  watchedBatches = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Keeps an action in sight. */
export const watchBatch = (kind: DocumentKind, id: string) => {
  if (!watchedBatches.some((one) => one.id === id)) setWatchedBatches([...watchedBatches, { kind, id }]);
};

/** What became of it was read. */
export const forgetBatch = (id: string) => setWatchedBatches(watchedBatches.filter((one) => one.id !== id));

export function useWatchedBatchIds(kind: DocumentKind): string[] {
  const all = useSyncExternalStore(subscribe, () => watchedBatches);
  return all.filter((one) => one.kind === kind).map(({ id }) => id);
}
