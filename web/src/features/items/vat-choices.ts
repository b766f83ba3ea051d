import type { ItemInput } from "../../entities/items/item";
import { REDUCED_VAT_RATE, STANDARD_VAT_RATE, ZERO_VAT_RATE } from "../../rules/rates";

type ItemVat = ItemInput["vat"];

const VAT_CHOICES: { value: string; label: string; vat: ItemVat }[] = [
  { value: "", label: "The document’s VAT rate", vat: null },
  {
    value: STANDARD_VAT_RATE,
    label: `${STANDARD_VAT_RATE}% standard rate`,
    vat: { treatment: "taxable", rate: STANDARD_VAT_RATE },
  },
  {
    value: REDUCED_VAT_RATE,
    label: `${REDUCED_VAT_RATE}% reduced rate`,
    vat: { treatment: "taxable", rate: REDUCED_VAT_RATE },
  },
  {
    value: ZERO_VAT_RATE,
    label: `${ZERO_VAT_RATE}% zero rate`,
    vat: { treatment: "taxable", rate: ZERO_VAT_RATE },
  },
  {
    value: "reverse",
    label: `Reverse charge ${STANDARD_VAT_RATE}%`,
    vat: { treatment: "reverseCharge", rate: STANDARD_VAT_RATE },
  },
  { value: "exempt", label: "Exempt", vat: { treatment: "exempt", rate: "0" } },
  { value: "outside", label: "No VAT", vat: { treatment: "outsideScope", rate: "0" } },
];

const isSameVat = (a: ItemVat, b: ItemVat) =>
  a === b || (a !== null && b !== null && a.treatment === b.treatment && a.rate === b.rate);

/** The choices of VAT for an item, with the item's own rate when it is none of the usual ones. */
export function listVatChoices(current: ItemVat) {
  if (VAT_CHOICES.some(({ vat }) => isSameVat(vat, current)) || current === null) return VAT_CHOICES;
  return [...VAT_CHOICES, { value: "own", label: `${current.rate}%`, vat: current }];
}

/** The choice that stands for an item's VAT. */
export function findVatChoiceValue(current: ItemVat): string {
  return listVatChoices(current).find(({ vat }) => isSameVat(vat, current))?.value ?? "";
}
