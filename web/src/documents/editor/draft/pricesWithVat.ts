import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { Rules } from "../../../rules/rules";
import { type DocumentDraft, getNonBlankLines, type LineDraft, toRequestBody } from "./draft";
import { toAmountText, toNumberText } from "./numberText";
import type { DraftAction } from "./reducer";

/** How many decimals a unit price and a labour rate can have (docs/rules.md, section 1). */
const PRICE_DECIMALS = 4;
const RATE_DECIMALS = 2;

type VatConversionRules = Pick<Rules, "convertPrice">;
type PriceConversionRules = VatConversionRules & Pick<Rules, "turnDiscount">;

/** The percentage of VAT that a document charges, if its prices include VAT; null if they don't. */
export function getIncludedVatRate(
  draft: Pick<DocumentDraft, "vatTreatment" | "tax" | "pricesIncludeVat">,
): string | null {
  return draft.pricesIncludeVat ? getChargedVatRate(null, getVatRate(null, draft)) : null;
}

/** Why a document's prices don't include VAT and can't be changed to; null if they can. */
export function getReasonPricesExcludeVat(draft: DocumentDraft): string | null {
  if (draft.varies) return "A variation’s prices work like those of the quote it changes.";
  if (draft.cisRate !== null) return "Not possible with CIS, which is worked out on prices without VAT.";
  const shared = "Not possible with the reverse charge: your customer pays that VAT to HMRC.";
  if (draft.vatTreatment === "reverseCharge") return shared;
  const at = draft.items.findIndex((line) => line.vat?.treatment === "reverseCharge");
  return at < 0 ? null : `${shared} It is on line ${at + 1}.`;
}

/** Why a document whose prices include VAT can't be saved; null if it can. */
export function getVatPriceProblem(draft: DocumentDraft): string | null {
  if (!draft.pricesIncludeVat) return null;
  if (draft.cisRate !== null) {
    return "CIS is worked out on prices without VAT. Remove the CIS deduction, or turn this off.";
  }
  return draft.vatTreatment === "reverseCharge"
    ? "Under the reverse charge prices are without VAT. Choose another kind of VAT, or turn this off."
    : null;
}

/** Whether VAT is charged anywhere in a document; otherwise a price is the same with and without VAT. */
export function hasChargedVat(draft: DocumentDraft): boolean {
  const documentRate = getVatRate(null, draft);
  return (
    isPositiveRate(documentRate) ||
    draft.items.some((line) => getChargedVatRate(line.vat, documentRate) !== "")
  );
}

const isPositiveRate = (rate: string) => /[1-9]/.test(rate);
const isNonZero = (typed: string) => /[1-9]/.test(toNumberText(typed));

/**
 * Whether an amount was typed that would change its meaning if prices were changed to include or exclude VAT.
 */
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

/** Switches without changing the numbers. */
export function createKeepPricesAction(includesVat: boolean): DraftAction {
  return { type: "prices", patch: { pricesIncludeVat: includesVat }, lines: new Map() };
}

/**
 * Switches and converts prices, labour rates and a fixed discount, so that the customer pays the same amount
 * as closely as prices allow. Core calculates each.
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

/** An amount with VAT added or removed; text that isn't a number is unchanged. */
export function convertPrice(
  typed: string,
  rate: string,
  includesVat: boolean,
  decimals: number,
  { convertPrice }: VatConversionRules,
): string {
  const number = toNumberText(typed);
  if (number === "" || rate === "") return typed;
  return toAmountText(convertPrice(number, rate, !includesVat, decimals)) || typed;
}

/** Converts a price without VAT from the price list for a line whose price includes this rate of VAT. */
export const addVatToPrice = (price: string, rate: string, rules: VatConversionRules) =>
  convertPrice(price, rate, true, PRICE_DECIMALS, rules);
export const removeVatFromPrice = (price: string, rate: string, rules: VatConversionRules) =>
  convertPrice(price, rate, false, PRICE_DECIMALS, rules);
/** The same for a labour rate. */
export const addVatToRate = (price: string, rate: string, rules: VatConversionRules) =>
  convertPrice(price, rate, true, RATE_DECIMALS, rules);
export const removeVatFromRate = (price: string, rate: string, rules: VatConversionRules) =>
  convertPrice(price, rate, false, RATE_DECIMALS, rules);

/** A draft's totals, calculated by core; null if that isn't possible. */
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

/**
 * The percentage of VAT on a line's price, including 0: the line's own or the document's. Empty if there is
 * no rate.
 */
export function getVatRate(
  vat: LineDraft["vat"],
  { vatTreatment, tax }: Pick<DocumentDraft, "vatTreatment" | "tax">,
): string {
  const { treatment, rate } = vat ?? { treatment: vatTreatment, rate: tax };
  return treatment === "taxable" ? toNumberText(rate) : "";
}

/**
 * The percentage of VAT that is charged, as it is typed: the line's own or the document's. Empty if a price
 * is the same with and without VAT.
 */
export function getChargedVatRate(vat: LineDraft["vat"], document: string): string {
  const rate = vat === null ? document : vat.treatment === "taxable" ? toNumberText(vat.rate) : "";
  return /[1-9]/.test(rate) ? rate : "";
}

/**
 * The percentage of VAT included in a line's price; empty if there is none. `includedVatRate` is the
 * document's rate if its prices include VAT, otherwise null.
 */
export function getVatRateInPrice(vat: LineDraft["vat"], includedVatRate: string | null): string {
  return includedVatRate === null ? "" : getChargedVatRate(vat, includedVatRate);
}
