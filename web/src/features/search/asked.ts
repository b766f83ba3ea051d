import { type KindInfo, WRITTEN_KINDS } from "../../documents/kind";
import { foldText } from "../../ui/fold-text";

/** What was typed: 'new quote for mary' asks for a quote, and for whom; anything else is looked for as it is. */
export interface SearchRequest {
  /** The kind of document that was named. */
  kind: KindInfo | null;
  /** What to look for. */
  text: string;
}

/** The fewest letters by which a kind is named: 'quo' is a quote, 'in' may be anything. */
const MIN_KIND_LETTERS = 3;

/** Reads what was typed. A kind is named at its beginning, with 'new' before it and 'for' after it or without them. */
export function parseSearch(typed: string): SearchRequest {
  const words = typed.trim().split(/\s+/);
  const at = foldText(words[0] ?? "") === "new" ? 1 : 0;
  const kindText = foldText(words[at] ?? "");
  const kind = WRITTEN_KINDS.find(
    ({ name, plural }) =>
      kindText.length >= MIN_KIND_LETTERS && (name.startsWith(kindText) || kindText === plural),
  );
  const rest = words.slice(at + 1);
  if (foldText(rest[0] ?? "") === "for") rest.shift();
  // A kind alone is looked for too: a line may say 'quote'.
  if (!kind || rest.length === 0) return { kind: kind ?? null, text: typed.trim() };
  return { kind, text: rest.join(" ") };
}

/** Whether what is offered under these words is what was typed: each word typed begins one of them. */
export function isTypedMatch(offered: string, typed: string): boolean {
  const offeredWords = foldText(offered).split(/\s+/);
  const typedWords = foldText(typed).split(/\s+/).filter(Boolean);
  return typedWords.every((part) => offeredWords.some((word) => word.startsWith(part)));
}
