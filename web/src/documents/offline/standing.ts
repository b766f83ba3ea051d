import { useSyncExternalStore } from "react";
import { readSetting, writeSetting } from "../../offline/storage";
import type { Thing } from "../../offline/waiting/waiting";
import type { Autosaver } from "../editor/saving/autosave";

/** Why a document's edits, which this device keeps, do not go out by themselves. */
export type Standing =
  /** The same fields were changed elsewhere: a person chooses. */
  | { kind: "conflict" }
  /** It was deleted elsewhere. */
  | { kind: "gone" }
  /** The server will not take it as it is. */
  | { kind: "refused"; message: string };

type Standings = Readonly<Record<string, Standing>>;

const KEY = "document_standings";

const listeners = new Set<() => void>();
let text: string | null = null;
let known: Standings = {};

/** Says how it went with a document's edits; null: nothing is in their way any more. */
export function tellStanding({ id }: Thing, standing: Standing | null): void {
  const { [id]: _before, ...others } = standings();
  write(standing === null ? others : { ...others, [id]: standing });
}

/** Says that an open editor asks something, as long as it does: other windows say so too. Answers how to end it. */
export function tellConflicts(thing: Thing, saver: Pick<Autosaver, "snapshot" | "subscribe">): () => void {
  const tell = () => {
    const { kind } = saver.snapshot();
    if (kind === "conflict") tellStanding(thing, { kind });
    // What is refused or not reached is for whoever sends it to say.
    else if (standings()[thing.id]?.kind === "conflict") tellStanding(thing, null);
  };
  tell();
  return saver.subscribe(tell);
}

/** Forgets how documents stood that this device keeps no edits of. */
export function keepStandingsOf(ids: Iterable<string>): void {
  const kept = new Set(ids);
  const before = Object.entries(standings());
  const still = before.filter(([id]) => kept.has(id));
  if (still.length < before.length) write(Object.fromEntries(still));
}

/** How the documents stand that need a person, by their ids. */
export function standings(): Standings {
  const now = readSetting(KEY);
  if (now !== text) {
    text = now;
    known = parsed(now);
  }
  return known;
}

/** The same, as it changes, in whichever window. */
export const useStandings = (): Standings => useSyncExternalStore(subscribe, standings);

function write(next: Standings): void {
  if (JSON.stringify(next) === JSON.stringify(standings())) return;
  writeSetting(KEY, Object.keys(next).length === 0 ? null : JSON.stringify(next));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const heard = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) listener();
  };
  window.addEventListener("storage", heard);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", heard);
  };
}

function parsed(kept: string | null): Standings {
  try {
    return kept === null ? {} : (JSON.parse(kept) as Standings);
  } catch {
    return {};
  }
}
