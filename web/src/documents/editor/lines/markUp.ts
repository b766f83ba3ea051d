import type { Rules } from "../../../rules/rules";
import { type LineDraft, sameValue } from "../draft/draft";
import { amountText, numberText } from "../draft/numberText";

/** A mark-up that was typed, and the price that stood once it was: it holds for as long as that price does. */
export interface TypedMarkUp {
  percent: string;
  price: string;
}

type Priced = Pick<LineDraft, "cost" | "price">;
type Core = Pick<Rules, "markUpIn" | "priceWithMarkUp">;

function holds({ price }: Priced, typed: TypedMarkUp | null): typed is TypedMarkUp {
  return typed !== null && sameValue(numberText(price), numberText(typed.price));
}

/** The mark-up that a line's field shows: the one that was typed, else what its price comes to over its cost. */
export function markUpOf(line: Priced, typed: TypedMarkUp | null, { markUpIn }: Core): string {
  if (holds(line, typed)) return typed.percent;
  return markUpIn(numberText(line.cost ?? ""), numberText(line.price));
}

/** The price of a cost with a mark-up, as its field has it; null where there is none. */
function priceOf(cost: string, percent: string, { priceWithMarkUp }: Core): string | null {
  return amountText(priceWithMarkUp(numberText(cost), numberText(percent))) || null;
}

/** What becomes of a line whose mark-up is typed, and what is kept of that. */
export function withMarkUp(
  line: Priced,
  percent: string,
  core: Core,
): { patch: Partial<Priced> | null; typed: TypedMarkUp } {
  const price = priceOf(line.cost ?? "", percent, core);
  return { patch: price === null ? null : { price }, typed: { percent, price: price ?? line.price } };
}

/** What becomes of a line whose cost is typed: a mark-up that holds makes its price. */
export function withCost(
  line: Priced,
  cost: string,
  typed: TypedMarkUp | null,
  core: Core,
): { patch: Partial<Priced>; typed: TypedMarkUp | null } {
  const price = holds(line, typed) ? priceOf(cost, typed.percent, core) : null;
  if (price === null || typed === null) return { patch: { cost }, typed };
  return { patch: { cost, price }, typed: { ...typed, price } };
}
