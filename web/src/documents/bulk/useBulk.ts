import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { errorMessage } from "../../api/errors";
import type { BatchAction } from "../../api/generated/BatchAction";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { newId } from "../../api/ids";
import { useWriting } from "../../entities/plans/useWriting";
import { toast } from "../../ui/toast";
import { KINDS } from "../kind";
import { documentKeys, type ListFilter } from "../queries";
import { batchQueries, batchWrites, watch } from "./batches";
import { archiveTo, idsOf, inPortions, type Outcome, type Progress } from "./portions";
import type { Chosen } from "./useSelection";
import { countOf } from "./words";

export type BulkAction = BatchAction | "archive" | "restore";

/** The most documents of one action, as the server has it. */
export const MOST = 20_000;

/** How long the one undo of an archived selection is offered. */
const UNDO_FOR = 10_000;

const DOING: Record<BulkAction, string> = {
  archive: "Archiving",
  restore: "Restoring",
  send: "Preparing",
  remind: "Preparing",
  "delete-drafts": "Preparing",
};

/** Something that is being done to many documents, or was left in the middle. */
export interface Doing {
  label: string;
  progress: Progress;
  /** Where it was stopped, or went wrong: what goes on with it. */
  goOn: (() => void) | null;
  problem: string | null;
}

/** The ids that are chosen, in the order of the list. */
export async function chosenIds(
  kind: DocumentKind,
  filter: ListFilter,
  { isAll, ids }: Chosen,
): Promise<string[]> {
  if (!isAll) return [...ids];
  const all = await idsOf(kind, filter, MOST);
  return all.filter((id) => !ids.has(id));
}

/** Does something to many documents, a portion at a time: it can be stopped, says how far it is, and goes on. */
export function useBulk(kind: DocumentKind, onDone: () => void) {
  const client = useQueryClient();
  const writing = useWriting();
  const words = KINDS[kind];
  const [doing, setDoing] = useState<Doing | null>(null);
  const stop = useRef<AbortController | null>(null);
  const readAgain = () => {
    void client.invalidateQueries({ queryKey: documentKeys.lists(kind) });
    void client.invalidateQueries({ queryKey: ["/api/dashboard"] });
  };

  const run = async (action: BulkAction, ids: string[], before: string[] = [], batch = newId()) => {
    stop.current = new AbortController();
    const isNow = action === "archive" || action === "restore";
    const send = isNow
      ? archiveTo(kind, action === "archive")
      : (portion: string[]) => batchWrites.ask(kind, batch, action, portion);
    const all = before.length + ids.length;
    const onProgress = ({ done }: Progress) =>
      setDoing({
        label: DOING[action],
        progress: { done: before.length + done, of: all },
        goOn: null,
        problem: null,
      });
    const outcome = await inPortions(ids, send, { onProgress, signal: stop.current.signal });
    const done = [...before, ...outcome.done];
    if (!isNow && done.length > 0) {
      watch(kind, batch);
      void client.invalidateQueries({ queryKey: batchQueries.keys.one(kind, batch) });
    }
    readAgain();
    if (outcome.left.length > 0) {
      setDoing({
        label: left(words, action, done.length, outcome),
        progress: { done: done.length, of: all },
        // What is held begins by itself meanwhile; the rest is then an action of its own.
        goOn: () => void run(action, outcome.left, isNow ? done : [], isNow ? batch : newId()),
        problem: outcome.error ? errorMessage(outcome.error) : null,
      });
      return;
    }
    setDoing(null);
    onDone();
    if (isNow) tellArchived(action, done, outcome);
  };

  const tellArchived = (action: "archive" | "restore", done: string[], { refused }: Outcome) => {
    const back = action === "archive" ? "restore" : "archive";
    const what = `${countOf(words, done.length)} ${action === "archive" ? "archived" : "restored"}`;
    toast({
      title: what.charAt(0).toUpperCase() + what.slice(1),
      description: refused.length > 0 ? `${countOf(words, refused.length)} no longer there` : undefined,
      duration: UNDO_FOR,
      action: { label: "Undo", onPress: () => void run(back, done) },
    });
  };

  const begin = async (action: BulkAction, filter: ListFilter, chosen: Chosen) => {
    try {
      setDoing({ label: "Finding them", progress: { done: 0, of: 0 }, goOn: null, problem: null });
      await run(action, await chosenIds(kind, filter, chosen));
    } catch (error) {
      setDoing(null);
      toast({ title: errorMessage(error), tone: "bad" });
    }
  };

  return {
    doing,
    stop: () => stop.current?.abort(),
    dismiss: () => setDoing(null),
    start: (action: BulkAction, filter: ListFilter, chosen: Chosen) =>
      writing(() => void begin(action, filter, chosen))(),
  };
}

export type Bulk = ReturnType<typeof useBulk>;

const PAST: Record<BulkAction, string> = {
  archive: "archived",
  restore: "restored",
  send: "on their way",
  remind: "on their way",
  "delete-drafts": "added",
};

function left(
  words: (typeof KINDS)[DocumentKind],
  action: BulkAction,
  done: number,
  { left }: Outcome,
): string {
  return `${countOf(words, done)} ${PAST[action]}, ${left.length.toLocaleString("en-GB")} not yet`;
}
