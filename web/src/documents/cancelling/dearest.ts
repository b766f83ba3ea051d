import type { Rules } from "../../rules/rules";
import { penceOf, poundsOf } from "../../ui/pence";

/** A document on the wire, as far as its customer has something to pick. */
interface Offered {
  items?: readonly { optional: boolean; selected: boolean; choice?: string | null }[];
  choices?: readonly { id: string }[];
  chosenChoice?: string | null;
}

/** Whether a customer can take more of it, or other things, than is set. */
export const isOpen = ({ items = [], choices = [] }: Offered): boolean =>
  choices.length > 0 || items.some(({ optional }) => optional);

/**
 * The most, in pounds, that may be paid under what a customer agrees to: with each choice, and with the optional lines
 * as they are set, all of them, or those alone that add to it. A variation is part of a job, which comes to `agreed`
 * without it. The server asks core's own `dearest`; here each way is worked out by the rules.
 */
export function dearest(
  rules: Pick<Rules, "calculate">,
  document: Offered & object,
  total: string,
  agreed: string | null = null,
): string {
  const own = isOpen(document) ? ways(rules, document) : [];
  const most = Math.max(penceOf(total), ...own);
  if (agreed === null) return poundsOf(most);
  return poundsOf(Math.max(penceOf(agreed), penceOf(agreed) + most));
}

/** What it comes to each way; nothing of a way that cannot be calculated. */
function ways(rules: Pick<Rules, "calculate">, document: Offered): number[] {
  const chosen = [document.chosenChoice ?? null, ...(document.choices ?? []).map(({ id }) => id)];
  return chosen.flatMap((chosenChoice) => {
    const set = { ...document, chosenChoice };
    const every = totalsOf(
      rules,
      ticked(set, () => true),
    );
    const lines = every?.items.map((line) => penceOf(line.total)) ?? [];
    const adding = totalsOf(
      rules,
      ticked(set, (at) => (lines[at] ?? 1) > 0),
    );
    const each = [totalsOf(rules, set), every, adding];
    return each.flatMap((totals) => (totals ? [penceOf(totals.totalAmount)] : []));
  });
}

function ticked(document: Offered, isTaken: (at: number) => boolean): Offered {
  const items = document.items?.map((line, at) =>
    line.optional ? { ...line, selected: isTaken(at) } : line,
  );
  return { ...document, items };
}

function totalsOf({ calculate }: Pick<Rules, "calculate">, document: Offered) {
  try {
    return calculate(document);
  } catch {
    return null;
  }
}
