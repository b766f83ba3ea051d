import { useState } from "react";

/**
 * The text of a field whose owner may come a frame late: what is typed stands in it at once, and for as long as the
 * owner has not moved on from the text that it was typed over.
 */
export function useEchoedText(value: string): [string, (typed: string) => void] {
  const [typed, setTyped] = useState<{ text: string; over: string } | null>(null);
  // What the owner says later counts, also where it comes back to where it was: an undo.
  if (typed !== null && typed.over !== value) setTyped(null);
  const text = typed !== null && typed.over === value ? typed.text : value;
  return [text, (next) => setTyped({ text: next, over: value })];
}
