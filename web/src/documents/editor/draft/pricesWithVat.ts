import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { Rules } from "../../../rules/rules";
import { type DocumentDraft, getNonBlankLines, type LineDraft, toRequestBody } from "./draft";
import { toAmountText, toNumberText } from "./numberText";
import type { DraftAction } from "./reducer";

/** How many decimals a unit price and a labour rate can have (docs/rules.md, section 1). */
const PRICE_DECIMALS = 4;
const RATE_DECIMALS = 2;

type VatConversionRules = Pick<Rules, "priceTurned">;
type PriceConversionRules = VatConversionRules & Pick<Rules, "turnDiscount">;

/** The percentage of VAT that a document charges, where its prices include VAT; null: they are without it. */
export function getIncludedVatRate(
  draft: Pick<DocumentDraft, "vatTreatment" | "tax" | "pricesIncludeVat">,
): string | null {
  return draft.pricesIncludeVat ? getChargedVatRate(null, getVatRate(null, draft)) : null;
}

/** Why the prices of a document are without VAT and cannot be with it; null where they can. */
export function getReasonPricesExcludeVat(draft: DocumentDraft): string | null {
  if (draft.varies) return "A variation’s prices work like those of the quote it changes.";
  if (draft.cisRate !== null) return "Not possible with CIS, which is worked out on prices without VAT.";
  const shared = "Not possible with the reverse charge: your customer pays that VAT to HMRC.";
  if (draft.vatTreatment === "reverseCharge") return shared;
  const at = draft.items.findIndex((line) => line.vat?.treatment === "reverseCharge");
  return at < 0 ? null : `${shared} It is on line ${at + 1}.`;
}

/** What keeps a document whose prices include VAT from being saved, in words; null for nothing. */
export function getVatPriceProblem(draft: DocumentDraft): string | null {
  if (!draft.pricesIncludeVat) return null;
  if (draft.cisRate !== null) {
    return "CIS is worked out on prices without VAT. Remove the CIS deduction, or turn this off.";
  }
  return draft.vatTreatment === "reverseCharge"
    ? "Under the reverse charge prices are without VAT. Choose another kind of VAT, or turn this off."
    : null;
}

/** Whether VAT is charged anywhere on a document: else a price is the same with it as without. */
export function hasChargedVat(draft: DocumentDraft): boolean {
  const documentRate = getVatRate(null, draft);
  return (
    isPositiveRate(documentRate) ||
    draft.items.some((line) => getChargedVatRate(line.vat, documentRate) !== "")
  );
}

const isPositiveRate = (rate: string) => /[1-9]/.test(rate);
const isNonZero = (typed: string) => /[1-9]/.test(toNumberText(typed));

/** Whether an amount was typed that means something else once prices are with VAT, or without it. */
export function hasPricesAffectedByVat(draft: DocumentDraft): boolean {
  const documentRate = getVatRate(null, draft);
  const isTyped = (line: LineDraft) =>
    getChargedVatRate(line.vat, documentRate) !== "" &&
    (isNonZero(line.price) || (line.includeLabour && isNonZero(line.labourRate)));
  return (
    getNonBlankLines(draft).some(isTyped) ||
    (draft.includeLabour && isNonZero(draft.labourRate) && isPositiveRate(documentRate))
  );
}

/** Prices stay the numbers that they are. */
export function createKeepPricesAction(includesVat: boolean): DraftAction {
  return { type: "prices", patch: { pricesIncludeVat: includesVat }, lines: new Map() };
}

/**
 * Prices, labour rates and a fixed discount become others, so that the customer pays what they pay now, as nearly as
 * prices can. Each is worked out by core.
 */
export function createConvertPricesAction(
  kind: DocumentKind,
  draft: DocumentDraft,
  includesVat: boolean,
  rules: PriceConversionRules,
): DraftAction {
  const documentRate = getVatRate(null, draft);
  const lines = new Map(
    draft.items.flatMap((line) => {
      const rate = getChargedVatRate(line.vat, documentRate);
      if (rate === "") return [];
      const price = convertPrice(line.price, rate, includesVat, PRICE_DECIMALS, rules);
      const labourRate = convertPrice(line.labourRate, rate, includesVat, RATE_DECIMALS, rules);
      return [[line.id, { price, labourRate }] as const];
    }),
  );
  const labourRate = isPositiveRate(documentRate)
    ? convertPrice(draft.labourRate, documentRate, includesVat, RATE_DECIMALS, rules)
    : draft.labourRate;
  const discount = rules.turnDiscount(toRequestBody(kind, draft), includesVat) || draft.discount;
  return { type: "prices", patch: { pricesIncludeVat: includesVat, labourRate, discount }, lines };
}

/** An amount with VAT put on it, or taken out of it; what is no number stays as it was typed. */
export function convertPrice(
  typed: string,
  rate: string,
  includesVat: boolean,
  decimals: number,
  { priceTurned }: VatConversionRules,
): string {
  const number = toNumberText(typed);
  if (number === "" || rate === "") return typed;
  return toAmountText(priceTurned(number, rate, !includesVat, decimals)) || typed;
}

/** A price that the price list has without VAT, as a line whose price has so much VAT in it shows it; and back. */
export const addVatToPrice = (price: string, rate: string, rules: VatConversionRules) =>
  convertPrice(price, rate, true, PRICE_DECIMALS, rules);
export const removeVatFromPrice = (price: string, rate: string, rules: VatConversionRules) =>
  convertPrice(price, rate, false, PRICE_DECIMALS, rules);
/** The same of a labour rate. */
export const addVatToRate = (price: string, rate: string, rules: VatConversionRules) =>
  convertPrice(price, rate, true, RATE_DECIMALS, rules);
export const removeVatFromRate = (price: string, rate: string, rules: VatConversionRules) =>
  convertPrice(price, rate, false, RATE_DECIMALS, rules);

/** What a draft comes to, by core; null while it cannot be calculated. */
export function calculateTotals(
  kind: DocumentKind,
  draft: DocumentDraft,
  { calculate }: Pick<Rules, "calculate">,
) {
  try {
    return calculate(toRequestBody(kind, draft));
  } catch {
    return null;
  }
}

/** The percentage of VAT on a line's price, 0 among them: its own, else the document's. Empty where there is no rate. */
export function getVatRate(
  vat: LineDraft["vat"],
  { vatTreatment, tax }: Pick<DocumentDraft, "vatTreatment" | "tax">,
): string {
  const { treatment, rate } = vat ?? { treatment: vatTreatment, rate: tax };
  return treatment === "taxable" ? toNumberText(rate) : "";
}

/**
 * The percentage of VAT that is charged, as it is typed: a line's own, else the document's. Empty where a price is the
 * same with VAT as without.
 */
export function getChargedVatRate(vat: LineDraft["vat"], document: string): string {
  const rate = vat === null ? document : vat.treatment === "taxable" ? toNumberText(vat.rate) : "";
  return /[1-9]/.test(rate) ? rate : "";
}

/**
 * The percentage of VAT that is in a line's price; empty where there is none in it. `includedVatRate` is what the document
 * charges where its prices include VAT; null: they are without it.
 */
export function getVatRateInPrice(vat: LineDraft["vat"], includedVatRate: string | null): string {
  return includedVatRate === null ? "" : getChargedVatRate(vat, includedVatRate);
}
