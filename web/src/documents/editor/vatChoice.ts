import type { Treatment } from "../../api/generated/Treatment";

/** The VAT of a line: null follows the document. */
export type LineVat = { treatment: Treatment; rate: string } | null;

/** What a line's VAT list offers; any other percentage is typed. */
export const VAT_CHOICES: { value: string; label: string; vat: LineVat }[] = [
  { value: "document", label: "As the document", vat: null },
  { value: "taxable:20", label: "20% standard", vat: { treatment: "taxable", rate: "20" } },
  { value: "taxable:5", label: "5% reduced", vat: { treatment: "taxable", rate: "5" } },
  { value: "taxable:0", label: "0% zero-rated", vat: { treatment: "taxable", rate: "0" } },
  { value: "exempt:0", label: "Exempt", vat: { treatment: "exempt", rate: "0" } },
  { value: "outsideScope:0", label: "Outside the scope", vat: { treatment: "outsideScope", rate: "0" } },
  { value: "reverseCharge:20", label: "Reverse charge 20%", vat: { treatment: "reverseCharge", rate: "20" } },
  { value: "reverseCharge:5", label: "Reverse charge 5%", vat: { treatment: "reverseCharge", rate: "5" } },
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
    return { treatment: "taxable", rate: current?.rate === "20" ? "" : (current?.rate ?? "") };
  return VAT_CHOICES.find((known) => known.value === choice)?.vat ?? null;
}
