import { type KindWords, WRITTEN_KINDS } from "../../documents/kind";
import { fold } from "../../ui/fold";

/** What was typed: 'new quote for mary' asks for a quote, and for whom; anything else is looked for as it is. */
export interface Asked {
  /** The kind of document that was named. */
  kind: KindWords | null;
  /** What to look for. */
  words: string;
}

/** The fewest letters by which a kind is named: 'quo' is a quote, 'in' may be anything. */
const FEWEST = 3;

/** Reads what was typed. A kind is named at its beginning, with 'new' before it and 'for' after it or without them. */
export function readAsked(typed: string): Asked {
  const parts = typed.trim().split(/\s+/);
  const at = fold(parts[0] ?? "") === "new" ? 1 : 0;
  const named = fold(parts[at] ?? "");
  const kind = WRITTEN_KINDS.find(
    ({ name, plural }) => named.length >= FEWEST && (name.startsWith(named) || named === plural),
  );
  const rest = parts.slice(at + 1);
  if (fold(rest[0] ?? "") === "for") rest.shift();
  // A kind alone is looked for too: a line may say 'quote'.
  if (!kind || rest.length === 0) return { kind: kind ?? null, words: typed.trim() };
  return { kind, words: rest.join(" ") };
}

/** Whether what is offered under these words is what was typed: each word typed begins one of them. */
export function isMeant(offered: string, typed: string): boolean {
  const words = fold(offered).split(/\s+/);
  const asked = fold(typed).split(/\s+/).filter(Boolean);
  return asked.every((part) => words.some((word) => word.startsWith(part)));
}
