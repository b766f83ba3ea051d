import type { Rules } from "../../../rules/rules";
import { isUnread } from "../../../ui/typed-numbers";
import { type DocumentDraft, isSameValue, type LineDraft } from "../draft/draft";
import type { FieldErrors } from "../draft/fieldErrors";
import { toAmountText, toNumberText } from "../draft/numberText";
import { getIncludedVatRate, getVatRateInPrice } from "../draft/pricesWithVat";

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * The error of a number that only its field contains, in the same text as core's errors for documents; null
 * while it is half typed. `isAccepted`: whether core can calculate with it.
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

/** A typed mark-up and the resulting price: it is valid as long as the line has that price. */
export interface TypedMarkUp {
  percent: string;
  price: string;
  /** The percentage of VAT in that price: with another, the same price means another mark-up. */
  vat?: string;
  /** Why it can't produce a price, whatever the cost. */
  problem: string | null;
}

type CostAndPrice = Pick<LineDraft, "cost" | "price">;
interface MarkUpRules {
  markUpIn: (cost: string, price: string) => string;
  priceWithMarkUp: (cost: string, percent: string) => string;
  /** The percentage of VAT in prices; omitted if they don't include VAT. A cost never includes VAT. */
  vat?: string;
}

/** Core's mark-up functions for prices with this rate of VAT; empty if they don't include VAT. */
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

/** Shown if there is no cost to mark up. */
export const NEEDS_COST = "A mark-up needs a cost above £0.";
/** The highest price in pounds: core's limit. */
const MAX_PRICE = 10_000_000;

function isMarkUpCurrent(
  { price }: CostAndPrice,
  typed: TypedMarkUp | null,
  vat: string | undefined,
): typed is TypedMarkUp {
  const isOfRate = isSameValue(typed?.vat, vat);
  return typed !== null && isOfRate && isSameValue(toNumberText(price), toNumberText(typed.price));
}

/** Whether there is a cost to mark up: on £0, any mark-up is £0. */
export function hasCost(cost: string | null): boolean {
  const number = toNumberText(cost ?? "");
  return /^\d/.test(number) && /[1-9]/.test(number);
}

/** The mark-up displayed in a line's field: the typed one, or else the one calculated from price and cost. */
export function getMarkUp(
  line: CostAndPrice,
  typed: TypedMarkUp | null,
  { markUpIn, vat }: MarkUpRules,
): string {
  if (isMarkUpCurrent(line, typed, vat)) return typed.percent;
  return markUpIn(toNumberText(line.cost ?? ""), toNumberText(line.price));
}

/** The price of a cost with a mark-up, as its field displays it; null if a line can't have such a price. */
function getPriceWithMarkUp(cost: string, percent: string, { priceWithMarkUp }: MarkUpRules): string | null {
  if (!hasCost(cost)) return null;
  const price = priceWithMarkUp(toNumberText(cost), toNumberText(percent));
  return price === "" || isPriceTooHigh(price) ? null : toAmountText(price);
}

const isPriceTooHigh = (price: string) => Number(price) > MAX_PRICE;

/** The changes to a line when its mark-up is typed, and what is stored of the typing. */
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

/** The changes to a line when its cost is typed: a valid mark-up sets its price. */
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

/**
 * Whether a price is left over from the last valid mark-up, because the cost or mark-up as typed now can't
 * produce one.
 */
export function isPriceOutdated(
  line: CostAndPrice,
  typed: TypedMarkUp | null,
  { vat }: MarkUpRules,
): boolean {
  if (line.price === "" || !isMarkUpCurrent(line, typed, vat) || typed.percent === "") return false;
  return typed.problem !== null || isUnread(line.cost ?? "");
}

/** Why the typed mark-up isn't applied to the price; null if it is, or if the field is empty. */
export function getMarkUpProblem(
  line: CostAndPrice,
  typed: TypedMarkUp | null,
  { priceWithMarkUp, vat }: MarkUpRules,
): string | null {
  const cost = toNumberText(line.cost ?? "");
  // Without a cost, the mark-up can't be typed.
  if (cost === "" || !isMarkUpCurrent(line, typed, vat)) return null;
  if (typed.problem !== null) return typed.problem;
  const percent = toNumberText(typed.percent);
  if (percent === "") return null;
  if (/^0*(?:\.0*)?$/.test(cost)) return NEEDS_COST;
  return isPriceTooHigh(priceWithMarkUp(cost, percent))
    ? "With this mark-up the price would be above £10,000,000."
    : null;
}

/** What was typed in a line but isn't part of the document: only the resulting price is. */
export interface TypedLineValues {
  markUp?: TypedMarkUp | null;
}

type TypedValuesByLine = ReadonlyMap<string, TypedLineValues>;

/**
 * The typed values of an editor's lines, by id, for as long as the editor is open, even if a line is
 * collapsed.
 */
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

/** The errors together with those of numbers that only their fields contain, which aren't saved. */
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
