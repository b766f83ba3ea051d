import { type Item, type ItemInput, searchItems } from "../../../entities/items/item";
import type { Rules } from "../../../rules/rules";
import type { ComboOption } from "../../../ui/Combobox";
import type { LineDraft } from "../draft/draft";
import { toAmountText, toNumberText, toPlainDecimal } from "../draft/numberText";
import {
  addVatToPrice,
  addVatToRate,
  getVatRateInPrice,
  removeVatFromPrice,
  removeVatFromRate,
} from "../draft/pricesWithVat";

const MAX_SUGGESTIONS = 8;

/** What the document charges, where its prices include VAT: see `vatInPrices`. Items of the library are without VAT. */
type IncludedVatRate = string | null;

/** The rows under a line's name box. What is there word for word already is not suggested. */
export function getItemOptions(
  items: Item[],
  typed: string,
  includedVatRate: IncludedVatRate,
  rules: Pick<Rules, "price" | "priceTurned">,
): ComboOption[] {
  return searchItems(items, typed)
    .filter((item) => item.name !== typed)
    .slice(0, MAX_SUGGESTIONS)
    .map((item) => ({
      id: item.id,
      label: item.name,
      hint: item.description || undefined,
      trailing: rules.price(addVatToPrice(item.price, getVatRateInPrice(item.vat, includedVatRate), rules)),
    }));
}

/**
 * The one item of the name that was typed, in whatever case. A line that has its price keeps it: Enter must not
 * undo what was typed there.
 */
export function findItemByName(
  items: Item[],
  { name, price }: Pick<LineDraft, "name" | "price">,
): Item | null {
  const wantedName = name.trim().toLowerCase();
  if (wantedName === "" || toNumberText(price) !== "") return null;
  const [item, another] = items.filter((known) => known.name.trim().toLowerCase() === wantedName);
  return item && !another ? item : null;
}

/** What a line takes over from an item of the library. */
export function createLineFromItem(
  item: Item,
  includedVatRate: IncludedVatRate,
  rules: Pick<Rules, "priceTurned">,
): Partial<Omit<LineDraft, "id">> {
  const rate = getVatRateInPrice(item.vat, includedVatRate);
  return {
    name: item.name,
    description: [item.unit && `Per ${item.unit}`, item.description].filter(Boolean).join("\n"),
    price: addVatToPrice(toAmountText(item.price), rate, rules),
    quantity: toPlainDecimal(item.quantity || "1"),
    includeLabour: item.includeLabour,
    labourHours: toPlainDecimal(item.labourHours),
    labourRate: addVatToRate(toAmountText(item.labourRate), rate, rules),
    labourUnitType: item.includeLabour ? item.labourUnitType : null,
    vat: item.vat && { treatment: item.vat.treatment, rate: toPlainDecimal(item.vat.rate) },
    costType: item.costType,
    cost: toAmountText(item.cost) || null,
  };
}

/** A line as a thing for the library. */
export function createItemFromLine(
  line: LineDraft,
  includedVatRate: IncludedVatRate,
  rules: Pick<Rules, "priceTurned">,
): ItemInput {
  const rate = getVatRateInPrice(line.vat, includedVatRate);
  return {
    name: line.name.trim(),
    description: line.description.trim(),
    price: toNumberText(removeVatFromPrice(line.price, rate, rules)),
    quantity: toNumberText(line.quantity) || "1",
    includeLabour: line.includeLabour,
    labourHours: toNumberText(line.labourHours),
    labourRate: toNumberText(removeVatFromRate(line.labourRate, rate, rules)),
    labourUnitType: line.labourUnitType ?? "hours",
    vat: line.vat,
    costType: line.costType,
    cost: toNumberText(line.cost ?? ""),
    unit: "",
    code: "",
    category: "",
    favourite: false,
  };
}
