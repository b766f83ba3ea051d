import type { Totals } from "../api/generated/Totals";
import type { Rules } from "../rules/rules";
import type { KindWords } from "./kind";

/** What a document comes to, and each of its lines, in pence. */
export interface Sums {
  total: number;
  line: (index: number) => number;
}

/** The lines that belong to the document, in the order of the totals. */
export type SentLine = { name: string; position: number };

/**
 * What is allowed and yet looks like a slip: the business is asked before its customer reads it. A line may lack
 * a name and a document may come to nothing, so nothing is refused.
 */
export function concerns(
  words: KindWords,
  lines: SentLine[],
  totals: Sums,
  { gbpOfPence }: Pick<Rules, "gbpOfPence">,
): string[] {
  const found = lines.flatMap(({ name, position }, at) => {
    const total = totals.line(at);
    if (name.trim() !== "" || total === 0) return [];
    return [`Line ${position} (${gbpOfPence(total)}) has no name: your customer cannot tell what it is for.`];
  });
  if (totals.total === 0) found.push(`The ${words.name} comes to ${gbpOfPence(0)}.`);
  return found;
}

/** The sums of stored totals, whose amounts are pounds with two decimals. */
export function sumsOf(totals: Totals): Sums {
  const pence = (pounds: string) => Number(pounds.replace(".", ""));
  return { total: pence(totals.totalAmount), line: (index) => pence(totals.items[index]?.total ?? "0.00") };
}
