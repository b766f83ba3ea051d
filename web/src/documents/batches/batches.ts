import { queryOptions } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { Batch } from "../../api/generated/Batch";
import type { BatchAction } from "../../api/generated/BatchAction";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { get, post, put } from "../../api/requests";
import { KINDS, type KindInfo } from "../kind";

const keys = {
  open: (kind: DocumentKind) => [KINDS[kind].api, "batches"] as const,
  one: (kind: DocumentKind, id: string) => [KINDS[kind].api, "batches", id] as const,
};

const isFinished = (batch: Batch | undefined) => batch?.state === "done" || batch?.state === "undone";

/** The interval between requests for an action's progress. */
const POLL_INTERVAL = 1_000;

export const batchQueries = {
  keys,
  /** The unfinished actions, from any tab or device. */
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

/** The actions started in this tab: their results are displayed until they are dismissed. */
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

/** Starts displaying an action's progress and result. */
export const watchBatch = (kind: DocumentKind, id: string) => {
  if (!watchedBatches.some((one) => one.id === id)) setWatchedBatches([...watchedBatches, { kind, id }]);
};

/** Dismisses an action's result. */
export const forgetBatch = (id: string) => setWatchedBatches(watchedBatches.filter((one) => one.id !== id));

export function useWatchedBatchIds(kind: DocumentKind): string[] {
  const all = useSyncExternalStore(subscribe, () => watchedBatches);
  return all.filter((one) => one.kind === kind).map(({ id }) => id);
}

/** `1,200 quotes` */
export function formatCount(kindInfo: Pick<KindInfo, "name" | "plural">, count: number): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? kindInfo.name : kindInfo.plural}`;
}

/**
 * 'being emailed' rather than 'emailed', because an email counts as sent once the mail server has confirmed
 * it; each document displays its own state.
 */
const DONE_TEXTS: Record<BatchAction, (what: string) => string> = {
  send: (what) => `${what} being emailed`,
  remind: (what) => `Reminders for ${what} being emailed`,
  "delete-drafts": (what) => `${what} deleted`,
};

const NOT_DONE_TEXTS: Record<BatchAction, string> = {
  send: "not sent",
  remind: "without a reminder",
  "delete-drafts": "not deleted",
};

/** What an action will do, is doing or has done. */
export function describeBatch(kindInfo: KindInfo, batch: Batch, seconds: number): string {
  const { action, waiting, done, refused } = batch;
  const all = formatCount(kindInfo, waiting + done);
  const startText = seconds === 1 ? "in 1 second" : `in ${seconds} seconds`;
  switch (batch.state) {
    case "held":
      if (waiting === 0) return `Nothing to do: ${formatCount(kindInfo, refused)} ${NOT_DONE_TEXTS[action]}`;
      if (action === "remind") return `Reminders for ${all} go out ${startText}`;
      return action === "send"
        ? `${all} will be emailed ${startText}`
        : `${all} will be deleted ${startText}`;
    case "running":
      return `${{ send: "Sending", remind: "Reminding", "delete-drafts": "Deleting" }[action]} ${done.toLocaleString("en-GB")} of ${all}`;
    case "stopped":
      return `Stopped. ${DONE_TEXTS[action](formatCount(kindInfo, done))}, ${waiting.toLocaleString("en-GB")} not yet`;
    case "undone":
      return "Cancelled. Nothing was changed";
    case "done":
      if (done === 0 && refused > 0)
        return `Nothing changed: ${formatCount(kindInfo, refused)} ${NOT_DONE_TEXTS[action]}`;
      return refused > 0
        ? `${DONE_TEXTS[action](formatCount(kindInfo, done))}, ${refused.toLocaleString("en-GB")} ${NOT_DONE_TEXTS[action]}`
        : DONE_TEXTS[action](formatCount(kindInfo, done));
  }
}

/** The label of the button that lists the refused documents. */
export function describeRefusals({ action, refused }: Pick<Batch, "action" | "refused">): string {
  const participle = action === "delete-drafts" ? "deleted" : "sent";
  return `See why ${refused.toLocaleString("en-GB")} ${refused === 1 ? "wasn’t" : "weren’t"} ${participle}`;
}
