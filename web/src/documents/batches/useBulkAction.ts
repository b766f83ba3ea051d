import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError, getErrorMessage } from "../../api/errors";
import type { BatchAction } from "../../api/generated/BatchAction";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { Refusal } from "../../api/generated/Refusal";
import { get, newId, post } from "../../api/requests";
import { usePlanGuard } from "../../entities/plans/usePlanGuard";
import { toast } from "../../ui/toast";
import { KINDS } from "../kind";
import { documentKeys, type ListFilter, toListQuery } from "../queries";
import { batchQueries, batchWrites, formatCount, watchBatch } from "./batches";
import type { ChosenDocuments } from "./useSelection";

/** The most documents that the server accepts in one request. */
export const PORTION_SIZE = 500;

/** The progress of a bulk action. */
export interface BulkProgress {
  done: number;
  total: number;
}

/** The result of a bulk action. */
export interface BulkOutcome {
  /** The ids of the documents that were processed. */
  done: string[];
  refused: Refusal[];
  /** The ids that weren't processed, because the action was stopped or failed. */
  remaining: string[];
  /** What went wrong. */
  error: unknown;
}

/** Splits the ids into portions. */
export function splitIntoPortions(ids: string[]): string[][] {
  const found: string[][] = [];
  for (let at = 0; at < ids.length; at += PORTION_SIZE) found.push(ids.slice(at, at + PORTION_SIZE));
  return found;
}

/** The ids of all documents that match a list's filters, up to a limit. */
export async function readMatchingIds(
  kind: DocumentKind,
  filter: ListFilter,
  limit: number,
): Promise<string[]> {
  const ids: string[] = [];
  let cursor = "";
  do {
    const query = { ...toListQuery(filter), cursor };
    const page = await get(`${KINDS[kind].api}/ids`, { query });
    ids.push(...page.ids);
    cursor = page.nextCursor ?? "";
  } while (cursor && ids.length < limit);
  return ids.slice(0, limit);
}

type SendPortion = (ids: string[]) => Promise<unknown>;

/**
 * Processes many documents, one portion at a time. A document that is refused is reported and left out. If a
 * portion fails, it and all later ones remain for a retry; finished portions aren't undone.
 */
export async function runInPortions(
  ids: string[],
  send: SendPortion,
  { onProgress, signal }: { onProgress?: (progress: BulkProgress) => void; signal?: AbortSignal } = {},
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { done: [], refused: [], remaining: [], error: null };
  const waiting = splitIntoPortions(ids);
  onProgress?.({ done: 0, total: ids.length });
  while (waiting.length > 0 && !signal?.aborted) {
    const portion = waiting[0] ?? [];
    try {
      if (portion.length > 0) await send(portion);
      outcome.done.push(...portion);
      waiting.shift();
    } catch (error) {
      const refused = findBlockingDocument(error, portion);
      if (!refused) {
        outcome.error = error;
        break;
      }
      outcome.refused.push(refused);
      waiting[0] = portion.filter((id) => id !== refused.id);
    }
    onProgress?.({ done: outcome.done.length + outcome.refused.length, total: ids.length });
  }
  outcome.remaining = waiting.flat();
  return outcome;
}

/** The document in a portion that caused the error, as named by the server; null if it isn't one of them. */
function findBlockingDocument(error: unknown, portion: string[]): Refusal | null {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return null;
  for (const { path } of error.errors) {
    const [, place] = /^ids\[(\d+)\]$/.exec(path) ?? [];
    const id = place === undefined ? undefined : portion[Number(place)];
    if (id) return { id, name: "", code: error.code, reason: error.message };
  }
  return null;
}

/** Archives or restores all documents of a portion at once. */
export const createArchiveRequest =
  (kind: DocumentKind, archived: boolean): SendPortion =>
  (ids) =>
    post(`${KINDS[kind].api}/bulk`, { body: { ids, action: archived ? "archive" : "restore" } });

export type SelectionAction = BatchAction | "archive" | "restore";

/** The server's limit of documents per action. */
export const MAX_DOCUMENTS = 20_000;

/** How long the undo of an archived selection is offered. */
const UNDO_DURATION = 10_000;

const PROGRESS_LABELS: Record<SelectionAction, string> = {
  archive: "Archiving",
  restore: "Restoring",
  send: "Preparing",
  remind: "Preparing",
  "delete-drafts": "Preparing",
};

/** A bulk action that is running or was interrupted. */
export interface RunningBulkAction {
  label: string;
  progress: BulkProgress;
  /** Continues an action that was stopped or failed. */
  resume: (() => void) | null;
  problem: string | null;
}

/** The selected ids in the order of the list. */
export async function readChosenIds(
  kind: DocumentKind,
  filter: ListFilter,
  { isAll, ids }: ChosenDocuments,
): Promise<string[]> {
  if (!isAll) return [...ids];
  const all = await readMatchingIds(kind, filter, MAX_DOCUMENTS);
  return all.filter((id) => !ids.has(id));
}

/** Runs an action on many documents, one portion at a time, with progress, stopping and continuing. */
export function useBulkAction(kind: DocumentKind, onDone: () => void) {
  const client = useQueryClient();
  const writing = usePlanGuard();
  const kindInfo = KINDS[kind];
  const [running, setRunning] = useState<RunningBulkAction | null>(null);
  const stop = useRef<AbortController | null>(null);
  const refreshLists = () => {
    void client.invalidateQueries({ queryKey: documentKeys.lists(kind) });
    void client.invalidateQueries({ queryKey: ["/api/dashboard"] });
  };

  const run = async (action: SelectionAction, ids: string[], before: string[] = [], batch = newId()) => {
    stop.current = new AbortController();
    const isImmediate = action === "archive" || action === "restore";
    const send = isImmediate
      ? createArchiveRequest(kind, action === "archive")
      : (portion: string[]) => batchWrites.addDocuments(kind, batch, action, portion);
    const all = before.length + ids.length;
    const onProgress = ({ done }: BulkProgress) =>
      setRunning({
        label: PROGRESS_LABELS[action],
        progress: { done: before.length + done, total: all },
        resume: null,
        problem: null,
      });
    const outcome = await runInPortions(ids, send, { onProgress, signal: stop.current.signal });
    const done = [...before, ...outcome.done];
    if (!isImmediate && done.length > 0) {
      watchBatch(kind, batch);
      void client.invalidateQueries({ queryKey: batchQueries.keys.one(kind, batch) });
    }
    refreshLists();
    if (outcome.remaining.length > 0) {
      setRunning({
        label: describeUnfinished(kindInfo, action, done.length, outcome),
        progress: { done: done.length, total: all },
        // An action that hasn't started yet starts by itself meanwhile, so the rest becomes a separate
        // action.
        resume: () =>
          void run(action, outcome.remaining, isImmediate ? done : [], isImmediate ? batch : newId()),
        problem: outcome.error ? getErrorMessage(outcome.error) : null,
      });
      return;
    }
    setRunning(null);
    onDone();
    if (isImmediate) notifyArchived(action, done, outcome);
  };

  const notifyArchived = (action: "archive" | "restore", done: string[], { refused }: BulkOutcome) => {
    const oppositeAction = action === "archive" ? "restore" : "archive";
    const countText = `${formatCount(kindInfo, done.length)} ${action === "archive" ? "archived" : "restored"}`;
    toast({
      title: countText.charAt(0).toUpperCase() + countText.slice(1),
      description:
        refused.length > 0 ? `${formatCount(kindInfo, refused.length)} no longer there` : undefined,
      duration: UNDO_DURATION,
      action: { label: "Undo", onPress: () => void run(oppositeAction, done) },
    });
  };

  const begin = async (action: SelectionAction, filter: ListFilter, chosen: ChosenDocuments) => {
    try {
      setRunning({ label: "Finding them", progress: { done: 0, total: 0 }, resume: null, problem: null });
      await run(action, await readChosenIds(kind, filter, chosen));
    } catch (error) {
      setRunning(null);
      toast({ title: getErrorMessage(error), tone: "bad" });
    }
  };

  return {
    running,
    stop: () => stop.current?.abort(),
    dismiss: () => setRunning(null),
    start: (action: SelectionAction, filter: ListFilter, chosen: ChosenDocuments) =>
      writing(() => void begin(action, filter, chosen))(),
  };
}

export type BulkActionState = ReturnType<typeof useBulkAction>;

const PAST_LABELS: Record<SelectionAction, string> = {
  archive: "archived",
  restore: "restored",
  send: "on their way",
  remind: "on their way",
  "delete-drafts": "added",
};

function describeUnfinished(
  kindInfo: (typeof KINDS)[DocumentKind],
  action: SelectionAction,
  done: number,
  { remaining }: BulkOutcome,
): string {
  return `${formatCount(kindInfo, done)} ${PAST_LABELS[action]}, ${remaining.length.toLocaleString("en-GB")} not yet`;
}
