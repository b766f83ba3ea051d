import type { Treatment } from "../../../api/generated/Treatment";
import { REDUCED, STANDARD, ZERO } from "../../../rules/rates";
import type { Draft } from "../draft/draft";
import { numberText } from "../draft/numberText";

/** The VAT of a line: null follows the document. */
export type LineVat = { treatment: Treatment; rate: string } | null;

/** What a line's VAT list offers; any other percentage is typed. */
export const VAT_CHOICES: { value: string; label: string; vat: LineVat }[] = [
  { value: "document", label: "As the document", vat: null },
  {
    value: `taxable:${STANDARD}`,
    label: `${STANDARD}% standard`,
    vat: { treatment: "taxable", rate: STANDARD },
  },
  { value: `taxable:${REDUCED}`, label: `${REDUCED}% reduced`, vat: { treatment: "taxable", rate: REDUCED } },
  { value: `taxable:${ZERO}`, label: `${ZERO}% zero-rated`, vat: { treatment: "taxable", rate: ZERO } },
  { value: "exempt:0", label: "Exempt", vat: { treatment: "exempt", rate: "0" } },
  { value: "outsideScope:0", label: "Outside the scope", vat: { treatment: "outsideScope", rate: "0" } },
  {
    value: `reverseCharge:${STANDARD}`,
    label: `Reverse charge ${STANDARD}%`,
    vat: { treatment: "reverseCharge", rate: STANDARD },
  },
  {
    value: `reverseCharge:${REDUCED}`,
    label: `Reverse charge ${REDUCED}%`,
    vat: { treatment: "reverseCharge", rate: REDUCED },
  },
];

const OTHER = "other";

/** The list's entry for a line's VAT. */
export function choiceOf(vat: LineVat): string {
  if (vat === null) return "document";
  const value = `${vat.treatment}:${vat.treatment === "exempt" || vat.treatment === "outsideScope" ? "0" : vat.rate}`;
  return VAT_CHOICES.some((choice) => choice.value === value) ? value : OTHER;
}

/** The VAT that an entry stands for; 'other' keeps what is there, as a rate to type. */
export function vatOf(choice: string, current: LineVat): LineVat {
  if (choice === OTHER)
    return { treatment: "taxable", rate: current?.rate === STANDARD ? "" : (current?.rate ?? "") };
  return VAT_CHOICES.find((known) => known.value === choice)?.vat ?? null;
}

/** The percentage of VAT on a line's price, 0 among them: its own, else the document's. Empty where there is no rate. */
export function rateOf(vat: LineVat, { vatTreatment, tax }: Pick<Draft, "vatTreatment" | "tax">): string {
  const { treatment, rate } = vat ?? { treatment: vatTreatment, rate: tax };
  return treatment === "taxable" ? numberText(rate) : "";
}

/**
 * The percentage of VAT that is charged, as it is typed: a line's own, else the document's. Empty where a price is the
 * same with VAT as without.
 */
export function chargedRate(vat: LineVat, document: string): string {
  const rate = vat === null ? document : vat.treatment === "taxable" ? numberText(vat.rate) : "";
  return /[1-9]/.test(rate) ? rate : "";
}

/**
 * The percentage of VAT that is in a line's price; empty where there is none in it. `inPrices` is what the document
 * charges where its prices include VAT; null: they are without it.
 */
export function rateInPrice(vat: LineVat, inPrices: string | null): string {
  return inPrices === null ? "" : chargedRate(vat, inPrices);
}
