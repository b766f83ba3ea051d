import type { Rules } from "../../../rules/rules";
import { isUnread } from "../../../ui/typedFigure";
import { type LineDraft, sameValue } from "../draft/draft";
import { amountText, numberText } from "../draft/numberText";
import { figureProblem } from "./figureProblem";

/** A mark-up that was typed, and the price that stood once it was: it holds for as long as that price does. */
export interface TypedMarkUp {
  percent: string;
  price: string;
  /** The percentage of VAT in that price: with another the same price is another mark-up. */
  vat?: string;
  /** Why it makes no price, whatever the cost. */
  problem: string | null;
}

type Priced = Pick<LineDraft, "cost" | "price">;
interface Core {
  markUpIn: (cost: string, price: string) => string;
  priceWithMarkUp: (cost: string, percent: string) => string;
  /** The percentage of VAT that is in prices; none where they are without it. A cost is always without. */
  vat?: string;
}

/** Core's mark-up, of prices with so much VAT in them; empty for none. */
export function atRate(rules: Pick<Rules, "markUpIn" | "priceWithMarkUp">, vat: string): Core {
  if (vat === "") return rules;
  return {
    markUpIn: (cost, price) => rules.markUpIn(cost, price, vat),
    priceWithMarkUp: (cost, percent) => rules.priceWithMarkUp(cost, percent, vat),
    vat,
  };
}

/** What a mark-up is of. */
export const NEEDS_COST = "A mark-up needs a cost above £0.";
/** The most that a price may be, in pounds: core's own limit. */
const MOST_PRICE = 10_000_000;

function holds({ price }: Priced, typed: TypedMarkUp | null, vat: string | undefined): typed is TypedMarkUp {
  const isOfRate = sameValue(typed?.vat, vat);
  return typed !== null && isOfRate && sameValue(numberText(price), numberText(typed.price));
}

/** Whether there is a cost that something can be put on top of: of £0, any mark-up is £0. */
export function hasCost(cost: string | null): boolean {
  const number = numberText(cost ?? "");
  return /^\d/.test(number) && /[1-9]/.test(number);
}

/** The mark-up that a line's field shows: the one that was typed, else what its price comes to over its cost. */
export function markUpOf(line: Priced, typed: TypedMarkUp | null, { markUpIn, vat }: Core): string {
  if (holds(line, typed, vat)) return typed.percent;
  return markUpIn(numberText(line.cost ?? ""), numberText(line.price));
}

/** The price of a cost with a mark-up, as its field has it; null where there is none that a line can hold. */
function priceOf(cost: string, percent: string, { priceWithMarkUp }: Core): string | null {
  if (!hasCost(cost)) return null;
  const price = priceWithMarkUp(numberText(cost), numberText(percent));
  return price === "" || isTooMuch(price) ? null : amountText(price);
}

const isTooMuch = (price: string) => Number(price) > MOST_PRICE;

/** What becomes of a line whose mark-up is typed, and what is kept of that. */
export function withMarkUp(
  line: Priced,
  figure: string,
  core: Core,
): { patch: Partial<Priced> | null; typed: TypedMarkUp } {
  const price = priceOf(line.cost ?? "", figure, core);
  const problem = figureProblem("Mark-up", figure, {
    example: "20",
    most: "10,000,000",
    isHeld: (number) => core.priceWithMarkUp("1", number) !== "",
  });
  return {
    patch: price === null ? null : { price },
    typed: { percent: figure, price: price ?? line.price, vat: core.vat, problem },
  };
}

/** What becomes of a line whose cost is typed: a mark-up that holds makes its price. */
export function withCost(
  line: Priced,
  cost: string,
  typed: TypedMarkUp | null,
  core: Core,
): { patch: Partial<Priced>; typed: TypedMarkUp | null } {
  const price = holds(line, typed, core.vat) ? priceOf(cost, typed.percent, core) : null;
  if (price === null || typed === null) return { patch: { cost }, typed };
  return { patch: { cost, price }, typed: { ...typed, price } };
}

/** Whether a price is the last that a mark-up made: what is typed of the cost, or of the mark-up, makes none. */
export function isPriceBehind(line: Priced, typed: TypedMarkUp | null, { vat }: Core): boolean {
  if (line.price === "" || !holds(line, typed, vat) || typed.percent === "") return false;
  return typed.problem !== null || isUnread(line.cost ?? "");
}

/** Why the mark-up that was typed is not in the price; null where it is, or says nothing. */
export function markUpProblem(
  line: Priced,
  typed: TypedMarkUp | null,
  { priceWithMarkUp, vat }: Core,
): string | null {
  const cost = numberText(line.cost ?? "");
  // Without a cost there is no mark-up to be typed.
  if (cost === "" || !holds(line, typed, vat)) return null;
  if (typed.problem !== null) return typed.problem;
  const percent = numberText(typed.percent);
  if (percent === "") return null;
  if (/^0*(?:\.0*)?$/.test(cost)) return NEEDS_COST;
  return isTooMuch(priceWithMarkUp(cost, percent))
    ? "With this mark-up the price would be above £10,000,000."
    : null;
}
