import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { Rules } from "../../../rules/rules";
import { type Draft, type LineDraft, toWire, writtenLines } from "./draft";
import { amountText, numberText } from "./numberText";
import type { Action } from "./reducer";
import { chargedRate, rateOf } from "./vatRates";

/** How many decimals a unit price and a labour rate can have (docs/rules.md, section 1). */
const OF_A_PRICE = 4;
const OF_A_RATE = 2;

type Turn = Pick<Rules, "priceTurned">;
type Core = Turn & Pick<Rules, "turnDiscount">;

/** The percentage of VAT that a document charges, where its prices include VAT; null: they are without it. */
export function vatInPrices(draft: Pick<Draft, "vatTreatment" | "tax" | "pricesIncludeVat">): string | null {
  return draft.pricesIncludeVat ? chargedRate(null, rateOf(null, draft)) : null;
}

/** Why the prices of a document are without VAT and cannot be with it; null where they can. */
export function whyWithoutVat(draft: Draft): string | null {
  if (draft.varies) return "A variation’s prices work like those of the quote it changes.";
  if (draft.cisRate !== null) return "Not possible with CIS, which is worked out on prices without VAT.";
  const shared = "Not possible with the reverse charge: your customer pays that VAT to HMRC.";
  if (draft.vatTreatment === "reverseCharge") return shared;
  const at = draft.items.findIndex((line) => line.vat?.treatment === "reverseCharge");
  return at < 0 ? null : `${shared} It is on line ${at + 1}.`;
}

/** What keeps a document whose prices include VAT from being saved, in words; null for nothing. */
export function whyNotSaved(draft: Draft): string | null {
  if (!draft.pricesIncludeVat) return null;
  if (draft.cisRate !== null) {
    return "CIS is worked out on prices without VAT. Remove the CIS deduction, or turn this off.";
  }
  return draft.vatTreatment === "reverseCharge"
    ? "Under the reverse charge prices are without VAT. Choose another kind of VAT, or turn this off."
    : null;
}

/** Whether VAT is charged anywhere on a document: else a price is the same with it as without. */
export function chargesVat(draft: Draft): boolean {
  const own = rateOf(null, draft);
  return isCharged(own) || draft.items.some((line) => chargedRate(line.vat, own) !== "");
}

const isCharged = (rate: string) => /[1-9]/.test(rate);
const isSome = (typed: string) => /[1-9]/.test(numberText(typed));

/** Whether an amount was typed that means something else once prices are with VAT, or without it. */
export function hasPricesWithVat(draft: Draft): boolean {
  const own = rateOf(null, draft);
  const isTyped = (line: LineDraft) =>
    chargedRate(line.vat, own) !== "" &&
    (isSome(line.price) || (line.includeLabour && isSome(line.labourRate)));
  return (
    writtenLines(draft).some(isTyped) || (draft.includeLabour && isSome(draft.labourRate) && isCharged(own))
  );
}

/** Prices stay the numbers that they are. */
export function asTyped(to: boolean): Action {
  return { type: "prices", patch: { pricesIncludeVat: to }, lines: new Map() };
}

/**
 * Prices, labour rates and a fixed discount become others, so that the customer pays what they pay now, as nearly as
 * prices can. Each is worked out by core.
 */
export function asPaid(kind: DocumentKind, draft: Draft, to: boolean, rules: Core): Action {
  const own = rateOf(null, draft);
  const lines = new Map(
    draft.items.flatMap((line) => {
      const rate = chargedRate(line.vat, own);
      if (rate === "") return [];
      const price = turned(line.price, rate, to, OF_A_PRICE, rules);
      const labourRate = turned(line.labourRate, rate, to, OF_A_RATE, rules);
      return [[line.id, { price, labourRate }] as const];
    }),
  );
  const labourRate = isCharged(own) ? turned(draft.labourRate, own, to, OF_A_RATE, rules) : draft.labourRate;
  const discount = rules.turnDiscount(toWire(kind, draft), to) || draft.discount;
  return { type: "prices", patch: { pricesIncludeVat: to, labourRate, discount }, lines };
}

/** An amount with VAT put on it, or taken out of it; what is no number stays as it was typed. */
export function turned(
  typed: string,
  rate: string,
  to: boolean,
  decimals: number,
  { priceTurned }: Turn,
): string {
  const number = numberText(typed);
  if (number === "" || rate === "") return typed;
  return amountText(priceTurned(number, rate, !to, decimals)) || typed;
}

/** A price that the price list has without VAT, as a line whose price has so much VAT in it shows it; and back. */
export const priceWithVat = (price: string, rate: string, rules: Turn) =>
  turned(price, rate, true, OF_A_PRICE, rules);
export const priceWithoutVat = (price: string, rate: string, rules: Turn) =>
  turned(price, rate, false, OF_A_PRICE, rules);
/** The same of a labour rate. */
export const rateWithVat = (price: string, rate: string, rules: Turn) =>
  turned(price, rate, true, OF_A_RATE, rules);
export const rateWithoutVat = (price: string, rate: string, rules: Turn) =>
  turned(price, rate, false, OF_A_RATE, rules);

/** What a draft comes to, by core; null while it cannot be calculated. */
export function totalsOf(kind: DocumentKind, draft: Draft, { calculate }: Pick<Rules, "calculate">) {
  try {
    return calculate(toWire(kind, draft));
  } catch {
    return null;
  }
}
