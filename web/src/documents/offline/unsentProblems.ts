import { useSyncExternalStore } from "react";
import { readSetting, writeSetting } from "../../offline/device-settings";
import type { EntityRef } from "../../offline/waiting/waiting-change";
import type { Autosaver } from "../editor/saving/autosaver";

/** Why a document's edits, which this device keeps, do not go out by themselves. */
export type UnsentProblem =
  /** The same fields were changed elsewhere: a person chooses. */
  | { kind: "conflict" }
  /** It was deleted elsewhere. */
  | { kind: "gone" }
  /** The server will not take it as it is. */
  | { kind: "refused"; message: string };

type UnsentProblems = Readonly<Record<string, UnsentProblem>>;

const STORAGE_KEY = "document_standings";

const listeners = new Set<() => void>();
let storedText: string | null = null;
let currentProblems: UnsentProblems = {};

/** Says how it went with a document's edits; null: nothing is in their way any more. */
export function setUnsentProblem({ id }: EntityRef, problem: UnsentProblem | null): void {
  const { [id]: _before, ...others } = getUnsentProblems();
  saveProblems(problem === null ? others : { ...others, [id]: problem });
}

/** Says that an open editor asks something, as long as it does: other windows say so too. Answers how to end it. */
export function reportConflicts(
  thing: EntityRef,
  saver: Pick<Autosaver, "snapshot" | "subscribe">,
): () => void {
  const report = () => {
    const { kind } = saver.snapshot();
    if (kind === "conflict") setUnsentProblem(thing, { kind });
    // What is refused or not reached is for whoever sends it to say.
    else if (getUnsentProblems()[thing.id]?.kind === "conflict") setUnsentProblem(thing, null);
  };
  report();
  return saver.subscribe(report);
}

/** Forgets how documents stood that this device keeps no edits of. */
export function pruneUnsentProblems(ids: Iterable<string>): void {
  const keptIds = new Set(ids);
  const before = Object.entries(getUnsentProblems());
  const still = before.filter(([id]) => keptIds.has(id));
  if (still.length < before.length) saveProblems(Object.fromEntries(still));
}

/** How the documents stand that need a person, by their ids. */
export function getUnsentProblems(): UnsentProblems {
  const now = readSetting(STORAGE_KEY);
  if (now !== storedText) {
    storedText = now;
    currentProblems = parseProblems(now);
  }
  return currentProblems;
}

/** The same, as it changes, in whichever window. */
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
