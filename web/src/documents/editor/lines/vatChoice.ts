import type { Treatment } from "../../../api/generated/Treatment";
import { REDUCED_VAT_RATE, STANDARD_VAT_RATE, ZERO_VAT_RATE } from "../../../rules/rates";

/** The VAT of a line: null follows the document. */
export type LineVat = { treatment: Treatment; rate: string } | null;

/** What a line's VAT list offers; any other percentage is typed. */
export const VAT_CHOICES: { value: string; label: string; vat: LineVat }[] = [
  { value: "document", label: "Same as the document", vat: null },
  {
    value: `taxable:${STANDARD_VAT_RATE}`,
    label: `${STANDARD_VAT_RATE}% standard`,
    vat: { treatment: "taxable", rate: STANDARD_VAT_RATE },
  },
  {
    value: `taxable:${REDUCED_VAT_RATE}`,
    label: `${REDUCED_VAT_RATE}% reduced`,
    vat: { treatment: "taxable", rate: REDUCED_VAT_RATE },
  },
  {
    value: `taxable:${ZERO_VAT_RATE}`,
    label: `${ZERO_VAT_RATE}% zero-rated`,
    vat: { treatment: "taxable", rate: ZERO_VAT_RATE },
  },
  { value: "exempt:0", label: "Exempt", vat: { treatment: "exempt", rate: "0" } },
  {
    value: "outsideScope:0",
    label: "No VAT",
    vat: { treatment: "outsideScope", rate: "0" },
  },
  {
    value: `reverseCharge:${STANDARD_VAT_RATE}`,
    label: `Reverse charge ${STANDARD_VAT_RATE}%`,
    vat: { treatment: "reverseCharge", rate: STANDARD_VAT_RATE },
  },
  {
    value: `reverseCharge:${REDUCED_VAT_RATE}`,
    label: `Reverse charge ${REDUCED_VAT_RATE}%`,
    vat: { treatment: "reverseCharge", rate: REDUCED_VAT_RATE },
  },
];

const OTHER_RATE = "other";

/** The list's entry for a line's VAT. */
export function getVatChoice(vat: LineVat): string {
  if (vat === null) return "document";
  const value = `${vat.treatment}:${vat.treatment === "exempt" || vat.treatment === "outsideScope" ? "0" : vat.rate}`;
  return VAT_CHOICES.some((choice) => choice.value === value) ? value : OTHER_RATE;
}

/** The VAT that an entry stands for; 'other' keeps what is there, as a rate to type. */
export function getVatForChoice(choice: string, current: LineVat): LineVat {
  if (choice === OTHER_RATE)
    return { treatment: "taxable", rate: current?.rate === STANDARD_VAT_RATE ? "" : (current?.rate ?? "") };
  return VAT_CHOICES.find((known) => known.value === choice)?.vat ?? null;
}
