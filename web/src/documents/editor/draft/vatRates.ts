import type { DocumentDraft, LineDraft } from "./draft";
import { toNumberText } from "./numberText";

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
