import type { Rules } from "../../../rules/rules";
import { isUnread } from "../../../ui/typed-numbers";
import { type DocumentDraft, isSameValue, type LineDraft } from "../draft/draft";
import type { FieldErrors } from "../draft/fieldErrors";
import { toAmountText, toNumberText } from "../draft/numberText";
import { getIncludedVatRate, getVatRateInPrice } from "../draft/pricesWithVat";

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * What is wrong with a figure that only its field holds, in the sentences that core has for those of a document; null
 * while it is half typed. `isAccepted`: whether core reckons with it.
 */
export function getNumberProblem(
  name: string,
  text: string,
  {
    example,
    max,
    decimals,
    isAccepted,
  }: { example: string; max: string; decimals?: number; isAccepted: (number: string) => boolean },
): string | null {
  const number = toNumberText(text);
  if (number !== "" && !NUMBER.test(number)) return `${name} must be a number, such as ${example}.`;
  if (number === "" || isAccepted(number)) return null;
  const [, fraction = ""] = number.replace(/0+$/, "").split(".");
  if (decimals !== undefined && fraction.length > decimals) {
    return `${name} can have at most ${decimals} decimals.`;
  }
  return `${name} must be between 0 and ${max}.`;
}

/** A mark-up that was typed, and the price that stood once it was: it holds for as long as that price does. */
export interface TypedMarkUp {
  percent: string;
  price: string;
  /** The percentage of VAT in that price: with another the same price is another mark-up. */
  vat?: string;
  /** Why it makes no price, whatever the cost. */
  problem: string | null;
}

type CostAndPrice = Pick<LineDraft, "cost" | "price">;
interface MarkUpRules {
  markUpIn: (cost: string, price: string) => string;
  priceWithMarkUp: (cost: string, percent: string) => string;
  /** The percentage of VAT that is in prices; none where they are without it. A cost is always without. */
  vat?: string;
}

/** Core's mark-up, of prices with so much VAT in them; empty for none. */
export function createMarkUpRules(
  rules: Pick<Rules, "markUpIn" | "priceWithMarkUp">,
  vat: string,
): MarkUpRules {
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
const MAX_PRICE = 10_000_000;

function isMarkUpCurrent(
  { price }: CostAndPrice,
  typed: TypedMarkUp | null,
  vat: string | undefined,
): typed is TypedMarkUp {
  const isOfRate = isSameValue(typed?.vat, vat);
  return typed !== null && isOfRate && isSameValue(toNumberText(price), toNumberText(typed.price));
}

/** Whether there is a cost that something can be put on top of: of £0, any mark-up is £0. */
export function hasCost(cost: string | null): boolean {
  const number = toNumberText(cost ?? "");
  return /^\d/.test(number) && /[1-9]/.test(number);
}

/** The mark-up that a line's field shows: the one that was typed, else what its price comes to over its cost. */
export function getMarkUp(
  line: CostAndPrice,
  typed: TypedMarkUp | null,
  { markUpIn, vat }: MarkUpRules,
): string {
  if (isMarkUpCurrent(line, typed, vat)) return typed.percent;
  return markUpIn(toNumberText(line.cost ?? ""), toNumberText(line.price));
}

/** The price of a cost with a mark-up, as its field has it; null where there is none that a line can hold. */
function getPriceWithMarkUp(cost: string, percent: string, { priceWithMarkUp }: MarkUpRules): string | null {
  if (!hasCost(cost)) return null;
  const price = priceWithMarkUp(toNumberText(cost), toNumberText(percent));
  return price === "" || isPriceTooHigh(price) ? null : toAmountText(price);
}

const isPriceTooHigh = (price: string) => Number(price) > MAX_PRICE;

/** What becomes of a line whose mark-up is typed, and what is kept of that. */
export function applyMarkUp(
  line: CostAndPrice,
  text: string,
  rules: MarkUpRules,
): { patch: Partial<CostAndPrice> | null; typed: TypedMarkUp } {
  const price = getPriceWithMarkUp(line.cost ?? "", text, rules);
  const problem = getNumberProblem("Mark-up", text, {
    example: "20",
    max: "10,000,000",
    isAccepted: (number) => rules.priceWithMarkUp("1", number) !== "",
  });
  return {
    patch: price === null ? null : { price },
    typed: { percent: text, price: price ?? line.price, vat: rules.vat, problem },
  };
}

/** What becomes of a line whose cost is typed: a mark-up that holds makes its price. */
export function applyCost(
  line: CostAndPrice,
  cost: string,
  typed: TypedMarkUp | null,
  rules: MarkUpRules,
): { patch: Partial<CostAndPrice>; typed: TypedMarkUp | null } {
  const price = isMarkUpCurrent(line, typed, rules.vat)
    ? getPriceWithMarkUp(cost, typed.percent, rules)
    : null;
  if (price === null || typed === null) return { patch: { cost }, typed };
  return { patch: { cost, price }, typed: { ...typed, price } };
}

/** Whether a price is the last that a mark-up made: what is typed of the cost, or of the mark-up, makes none. */
export function isPriceOutdated(
  line: CostAndPrice,
  typed: TypedMarkUp | null,
  { vat }: MarkUpRules,
): boolean {
  if (line.price === "" || !isMarkUpCurrent(line, typed, vat) || typed.percent === "") return false;
  return typed.problem !== null || isUnread(line.cost ?? "");
}

/** Why the mark-up that was typed is not in the price; null where it is, or says nothing. */
export function getMarkUpProblem(
  line: CostAndPrice,
  typed: TypedMarkUp | null,
  { priceWithMarkUp, vat }: MarkUpRules,
): string | null {
  const cost = toNumberText(line.cost ?? "");
  // Without a cost there is no mark-up to be typed.
  if (cost === "" || !isMarkUpCurrent(line, typed, vat)) return null;
  if (typed.problem !== null) return typed.problem;
  const percent = toNumberText(typed.percent);
  if (percent === "") return null;
  if (/^0*(?:\.0*)?$/.test(cost)) return NEEDS_COST;
  return isPriceTooHigh(priceWithMarkUp(cost, percent))
    ? "With this mark-up the price would be above £10,000,000."
    : null;
}

/** What was typed of a line and is in no document: its price is what comes of it. */
export interface TypedLineValues {
  markUp?: TypedMarkUp | null;
}

type TypedValuesByLine = ReadonlyMap<string, TypedLineValues>;

/** What an editor's lines were typed as, by their ids, for as long as it is open: folded or not. */
export class TypedLineValuesStore {
  private valuesByLine: TypedValuesByLine = new Map();
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): TypedValuesByLine => this.valuesByLine;

  readonly storeValues = (line: string, typed: TypedLineValues): void => {
    this.valuesByLine = new Map(this.valuesByLine).set(line, { ...this.valuesByLine.get(line), ...typed });
    for (const listener of this.listeners) listener();
  };
}

/** The errors with what is wrong with figures that only their fields hold: nothing is saved of those. */
export function addTypedValueErrors(
  errors: FieldErrors,
  draft: DocumentDraft,
  typedByLine: TypedValuesByLine,
  rules: Rules,
): FieldErrors {
  const problems = new Map<string, string>();
  for (const [id, { markUp }] of typedByLine) {
    const line = draft.items.find((one) => one.id === id);
    if (!line || !markUp) continue;
    const problem = getMarkUpProblem(
      line,
      markUp,
      createMarkUpRules(rules, getVatRateInPrice(line.vat, getIncludedVatRate(draft))),
    );
    if (problem) problems.set(`${id}.markUp`, problem);
  }
  return problems.size === 0 ? errors : new Map([...errors, ...problems]);
}
