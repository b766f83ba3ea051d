import { ApiError } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { Refusal } from "../../api/generated/Refusal";
import { get } from "../../api/reads";
import { post } from "../../api/writes";
import { KINDS } from "../kind";
import { asked, type ListFilter } from "../queries";

/** How many documents the server takes at a time. */
export const PORTION = 500;

/** How far something is that is done to many. */
export interface Progress {
  done: number;
  of: number;
}

/** What became of it. */
export interface Outcome {
  /** The documents to which it is done. */
  done: string[];
  refused: Refusal[];
  /** Those to which it is not done, since it was stopped or something went wrong. */
  left: string[];
  /** What went wrong. */
  error: unknown;
}

/** The ids in portions. */
export function portions(ids: string[]): string[][] {
  const found: string[][] = [];
  for (let at = 0; at < ids.length; at += PORTION) found.push(ids.slice(at, at + PORTION));
  return found;
}

/** The ids of all that a list is narrowed to, at most so many. */
export async function idsOf(kind: DocumentKind, filter: ListFilter, most: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor = "";
  do {
    const query = { ...asked(filter), cursor };
    const page = await get(`${KINDS[kind].api}/ids`, { query });
    ids.push(...page.ids);
    cursor = page.nextCursor ?? "";
  } while (cursor && ids.length < most);
  return ids.slice(0, most);
}

type Send = (ids: string[]) => Promise<unknown>;

/**
 * Does something to many documents, a portion at a time. One that stands in the way is told of and left out. A portion
 * that fails, and all after it, are left to go on with; what is done stays done.
 */
export async function inPortions(
  ids: string[],
  send: Send,
  { onProgress, signal }: { onProgress?: (progress: Progress) => void; signal?: AbortSignal } = {},
): Promise<Outcome> {
  const outcome: Outcome = { done: [], refused: [], left: [], error: null };
  const waiting = portions(ids);
  onProgress?.({ done: 0, of: ids.length });
  while (waiting.length > 0 && !signal?.aborted) {
    const portion = waiting[0] ?? [];
    try {
      if (portion.length > 0) await send(portion);
      outcome.done.push(...portion);
      waiting.shift();
    } catch (error) {
      const refused = inTheWay(error, portion);
      if (!refused) {
        outcome.error = error;
        break;
      }
      outcome.refused.push(refused);
      waiting[0] = portion.filter((id) => id !== refused.id);
    }
    onProgress?.({ done: outcome.done.length + outcome.refused.length, of: ids.length });
  }
  outcome.left = waiting.flat();
  return outcome;
}

/** Which of a portion stands in the way, as the server names it; null where it is none of them. */
function inTheWay(error: unknown, portion: string[]): Refusal | null {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return null;
  for (const { path } of error.errors) {
    const [, place] = /^ids\[(\d+)\]$/.exec(path) ?? [];
    const id = place === undefined ? undefined : portion[Number(place)];
    if (id) return { id, name: "", code: error.code, reason: error.message };
  }
  return null;
}

/** Puts documents out of sight or back, all of a portion at once. */
export const archiveTo =
  (kind: DocumentKind, archived: boolean): Send =>
  (ids) =>
    post(`${KINDS[kind].api}/bulk`, { body: { ids, action: archived ? "archive" : "restore" } });
