import type { Treatment } from "../../../api/generated/Treatment";
import { REDUCED, STANDARD, ZERO } from "../../../rules/rates";

/** The VAT of a line: null follows the document. */
export type LineVat = { treatment: Treatment; rate: string } | null;

/** What a line's VAT list offers; any other percentage is typed. */
export const VAT_CHOICES: { value: string; label: string; vat: LineVat }[] = [
  { value: "document", label: "Same as the document", vat: null },
  {
    value: `taxable:${STANDARD}`,
    label: `${STANDARD}% standard`,
    vat: { treatment: "taxable", rate: STANDARD },
  },
  { value: `taxable:${REDUCED}`, label: `${REDUCED}% reduced`, vat: { treatment: "taxable", rate: REDUCED } },
  { value: `taxable:${ZERO}`, label: `${ZERO}% zero-rated`, vat: { treatment: "taxable", rate: ZERO } },
  { value: "exempt:0", label: "Exempt", vat: { treatment: "exempt", rate: "0" } },
  {
    value: "outsideScope:0",
    label: "No VAT",
    vat: { treatment: "outsideScope", rate: "0" },
  },
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
