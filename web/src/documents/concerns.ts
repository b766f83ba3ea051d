import type { Totals } from "../api/generated/Totals";
import type { Rules } from "../rules/rules";
import type { KindWords } from "./kind";

/** The lines that belong to the document, in the order of the totals. */
export type SentLine = { name: string; position: number };

/**
 * What is allowed and yet looks like a slip: the business is asked before its customer reads it. A line may lack
 * a name and a document may come to nothing, so nothing is refused.
 */
export function concerns(words: KindWords, lines: SentLine[], totals: Totals, { gbp }: Pick<Rules, "gbp">) {
  const found = lines.flatMap(({ name, position }, at) => {
    const total = totals.items[at]?.total ?? "0.00";
    if (name.trim() !== "" || total === "0.00") return [];
    return [`Line ${position} (${gbp(total)}) has no name: your customer cannot tell what it is for.`];
  });
  if (totals.totalAmount === "0.00") found.push(`The ${words.name} comes to ${gbp("0")}.`);
  return found;
}
