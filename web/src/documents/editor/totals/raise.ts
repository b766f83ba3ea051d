import type { Kind } from "../../../api/generated/Kind";
import type { Rules } from "../../../rules/rules";
import { poundsOf } from "../../../ui/pence";
import { type Draft, emptyLine, toWire } from "../draft/draft";

/** What the line is called that makes up the rest; its person may call it something else. */
export const REST = "Sundries";

/** The price of one more line that brings a document's total to the target, or as near as the pence of VAT allow. */
export interface Rest {
  /** A decimal string. */
  price: string;
  /** What the total is then. */
  total: string;
}

/** Far more than any rest: the rules refuse a total of a hundred million. */
const MOST = 2 ** 34;

/**
 * How much a line more must cost, so that the total is the target; null where it is that much already. The rules work out
 * each total: VAT and a percentage of discount are of this line too.
 */
export function restOf(
  rules: Pick<Rules, "calculate">,
  kind: Kind,
  draft: Draft,
  target: string,
): Rest | null {
  const wanted = penceOf(target);
  const totalWith = (pence: number) => {
    const line = { ...emptyLine("rest"), name: REST, quantity: "1", price: poundsOf(pence) };
    return penceOf(rules.calculate(toWire(kind, { ...draft, items: [...draft.items, line] })).totalAmount);
  };
  if (totalWith(0) >= wanted) return null;
  let [less, more] = [0, 1];
  while (more < MOST && totalWith(more) < wanted) [less, more] = [more, more * 2];
  // The total never falls as the line costs more.
  while (more - less > 1) {
    const middle = Math.floor((less + more) / 2);
    if (totalWith(middle) < wanted) less = middle;
    else more = middle;
  }
  const [below, above] = [totalWith(less), totalWith(more)];
  const isBelow = less > 0 && wanted - below < above - wanted;
  return { price: poundsOf(isBelow ? less : more), total: poundsOf(isBelow ? below : above) };
}

const penceOf = (pounds: string): number => Math.round(Number(pounds) * 100);
