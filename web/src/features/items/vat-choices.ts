import type { ItemInput } from "../../entities/items/item";

type Vat = ItemInput["vat"];

const choices: { value: string; label: string; vat: Vat }[] = [
  { value: "", label: "The document's VAT rate", vat: null },
  { value: "20", label: "20% standard rate", vat: { treatment: "taxable", rate: "20" } },
  { value: "5", label: "5% reduced rate", vat: { treatment: "taxable", rate: "5" } },
  { value: "0", label: "0% zero rate", vat: { treatment: "taxable", rate: "0" } },
  { value: "reverse20", label: "Reverse charge 20%", vat: { treatment: "reverseCharge", rate: "20" } },
  { value: "exempt", label: "Exempt", vat: { treatment: "exempt", rate: "0" } },
  { value: "outside", label: "Outside the scope of VAT", vat: { treatment: "outsideScope", rate: "0" } },
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
