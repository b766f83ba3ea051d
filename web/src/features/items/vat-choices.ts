import type { ItemInput } from "../../entities/items/item";
import { REDUCED, STANDARD, ZERO } from "../../rules/rates";

type Vat = ItemInput["vat"];

const choices: { value: string; label: string; vat: Vat }[] = [
  { value: "", label: "The document’s VAT rate", vat: null },
  { value: STANDARD, label: `${STANDARD}% standard rate`, vat: { treatment: "taxable", rate: STANDARD } },
  { value: REDUCED, label: `${REDUCED}% reduced rate`, vat: { treatment: "taxable", rate: REDUCED } },
  { value: ZERO, label: `${ZERO}% zero rate`, vat: { treatment: "taxable", rate: ZERO } },
  {
    value: "reverse",
    label: `Reverse charge ${STANDARD}%`,
    vat: { treatment: "reverseCharge", rate: STANDARD },
  },
  { value: "exempt", label: "Exempt", vat: { treatment: "exempt", rate: "0" } },
  { value: "outside", label: "No VAT", vat: { treatment: "outsideScope", rate: "0" } },
];

const same = (a: Vat, b: Vat) =>
  a === b || (a !== null && b !== null && a.treatment === b.treatment && a.rate === b.rate);

/** The choices of VAT for an item, with the item's own rate when it is none of the usual ones. */
export function vatChoices(current: Vat) {
  if (choices.some(({ vat }) => same(vat, current)) || current === null) return choices;
  return [...choices, { value: "own", label: `${current.rate}%`, vat: current }];
}

/** The choice that stands for an item's VAT. */
export function vatValue(current: Vat): string {
  return vatChoices(current).find(({ vat }) => same(vat, current))?.value ?? "";
}
