import { ApiError } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { Refusal } from "../../api/generated/Refusal";
import { get } from "../../api/reads";
import { post } from "../../api/writes";
import { KINDS } from "../kind";
import { type ListFilter, toListQuery } from "../queries";

/** How many documents the server takes at a time. */
export const PORTION_SIZE = 500;

/** How far something is that is done to many. */
export interface BulkProgress {
  done: number;
  total: number;
}

/** What became of it. */
export interface BulkOutcome {
  /** The documents to which it is done. */
  done: string[];
  refused: Refusal[];
  /** Those to which it is not done, since it was stopped or something went wrong. */
  remaining: string[];
  /** What went wrong. */
  error: unknown;
}

/** The ids in portions. */
export function splitIntoPortions(ids: string[]): string[][] {
  const found: string[][] = [];
  for (let at = 0; at < ids.length; at += PORTION_SIZE) found.push(ids.slice(at, at + PORTION_SIZE));
  return found;
}

/** The ids of all that a list is narrowed to, at most so many. */
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
 * Does something to many documents, a portion at a time. One that stands in the way is told of and left out. A portion
 * that fails, and all after it, are left to go on with; what is done stays done.
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

/** Which of a portion stands in the way, as the server names it; null where it is none of them. */
function findBlockingDocument(error: unknown, portion: string[]): Refusal | null {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return null;
  for (const { path } of error.errors) {
    const [, place] = /^ids\[(\d+)\]$/.exec(path) ?? [];
    const id = place === undefined ? undefined : portion[Number(place)];
    if (id) return { id, name: "", code: error.code, reason: error.message };
  }
  return null;
}

/** Puts documents out of sight or back, all of a portion at once. */
export const createArchiveRequest =
  (kind: DocumentKind, archived: boolean): SendPortion =>
  (ids) =>
    post(`${KINDS[kind].api}/bulk`, { body: { ids, action: archived ? "archive" : "restore" } });
