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

/**
 * The document's rate if its prices include VAT: see `getVatRateInPrice`. Items of the price list are without
 * VAT.
 */
type IncludedVatRate = string | null;

/** The suggestions under a line's name box. An item that the line already matches exactly isn't suggested. */
export function getItemOptions(
  items: Item[],
  typed: string,
  includedVatRate: IncludedVatRate,
  rules: Pick<Rules, "price" | "convertPrice">,
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
 * The only item with the typed name, ignoring case. If the line already has a price, there is no match: Enter
 * must not overwrite typed values.
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

/** What a line copies from an item of the price list. */
export function createLineFromItem(
  item: Item,
  includedVatRate: IncludedVatRate,
  rules: Pick<Rules, "convertPrice">,
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

/** A line as a new item of the price list. */
export function createItemFromLine(
  line: LineDraft,
  includedVatRate: IncludedVatRate,
  rules: Pick<Rules, "convertPrice">,
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
