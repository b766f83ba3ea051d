import type { Rules } from "../rules/rules";
import type { KindWords } from "./kind";

/** What a draft comes to, in pence. */
interface DraftFigures {
  of(name: "totalAmount"): number;
  lineTotal(index: number): number;
}

/** The lines that belong to the document, in the order of the totals. */
export type SentLine = { name: string; position: number };

/**
 * What is allowed and yet looks like a slip: the business is asked before its customer reads it. A line may lack
 * a name and a document may come to nothing, so nothing is refused.
 */
export function concerns(words: KindWords, lines: SentLine[], totals: DraftFigures, { gbpOfPence }: Pick<Rules, "gbpOfPence">) {
  const found = lines.flatMap(({ name, position }, at) => {
    const total = totals.lineTotal(at);
    if (name.trim() !== "" || total === 0) return [];
    return [`Line ${position} (${gbpOfPence(total)}) has no name: your customer cannot tell what it is for.`];
  });
  if (totals.of("totalAmount") === 0) found.push(`The ${words.name} comes to ${gbpOfPence(0)}.`);
  return found;
}
