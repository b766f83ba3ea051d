import { useSyncExternalStore } from "react";
import { readSetting, writeSetting } from "../../offline/device-settings";
import type { EntityRef } from "../../offline/waiting/waiting-change";
import type { Autosaver } from "../editor/saving/autosaver";

/** Why a document's edits on this device can't be sent automatically. */
export type UnsentProblem =
  /** The same fields were changed elsewhere, and the user must choose. */
  | { kind: "conflict" }
  /** It was deleted elsewhere. */
  | { kind: "gone" }
  /** The server refuses it as it is. */
  | { kind: "refused"; message: string };

type UnsentProblems = Readonly<Record<string, UnsentProblem>>;

const STORAGE_KEY = "document_standings";

const listeners = new Set<() => void>();
let storedText: string | null = null;
let currentProblems: UnsentProblems = {};

/** Sets the problem of a document's edits; null if there is none any more. */
export function setUnsentProblem({ id }: EntityRef, problem: UnsentProblem | null): void {
  const { [id]: _before, ...others } = getUnsentProblems();
  saveProblems(problem === null ? others : { ...others, [id]: problem });
}

/**
 * Reports that an open editor has a conflict, so that other windows display it too. Returns a function that
 * ends the report.
 */
export function reportConflicts(
  thing: EntityRef,
  saver: Pick<Autosaver, "snapshot" | "subscribe">,
): () => void {
  const report = () => {
    const { kind } = saver.snapshot();
    if (kind === "conflict") setUnsentProblem(thing, { kind });
    // A refusal or an unreachable server is reported by the sender.
    else if (getUnsentProblems()[thing.id]?.kind === "conflict") setUnsentProblem(thing, null);
  };
  report();
  return saver.subscribe(report);
}

/** Removes the problems of documents that have no edits on this device. */
export function pruneUnsentProblems(ids: Iterable<string>): void {
  const keptIds = new Set(ids);
  const before = Object.entries(getUnsentProblems());
  const still = before.filter(([id]) => keptIds.has(id));
  if (still.length < before.length) saveProblems(Object.fromEntries(still));
}

/** The problems of documents that need the user's attention, by id. */
export function getUnsentProblems(): UnsentProblems {
  const now = readSetting(STORAGE_KEY);
  if (now !== storedText) {
    storedText = now;
    currentProblems = parseProblems(now);
  }
  return currentProblems;
}

/** The same as a hook, updated when any window changes it. */
export const useUnsentProblems = (): UnsentProblems => useSyncExternalStore(subscribe, getUnsentProblems);

function saveProblems(next: UnsentProblems): void {
  if (JSON.stringify(next) === JSON.stringify(getUnsentProblems())) return;
  writeSetting(STORAGE_KEY, Object.keys(next).length === 0 ? null : JSON.stringify(next));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const handleStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY || key === null) listener();
  };
  window.addEventListener("storage", handleStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", handleStorage);
  };
}

function parseProblems(stored: string | null): UnsentProblems {
  try {
    return stored === null ? {} : (JSON.parse(stored) as UnsentProblems);
  } catch {
    return {};
  }
}
