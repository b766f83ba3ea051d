import type { ItemInput as Written } from "../../api/generated/ItemInput";
import type { ItemRecord } from "../../api/generated/ItemRecord";
import { fold } from "../../ui/fold";

/** A product or service of the library. Amounts and quantities are decimal strings. */
export type Item = ItemRecord;
export type ItemInput = Written;

export const itemFields = [
  "name",
  "description",
  "price",
  "quantity",
  "labourHours",
  "labourRate",
  "labourUnitType",
  "costType",
] as const satisfies readonly (keyof ItemInput)[];

export function emptyItem(name = ""): ItemInput {
  return {
    name,
    description: "",
    price: "",
    quantity: "1",
    includeLabour: false,
    labourHours: "",
    labourRate: "",
    labourUnitType: "hours",
    vat: null,
    costType: "materials",
  };
}

/** Only what a write may carry. */
export function itemInput(item: ItemInput): ItemInput {
  const {
    name,
    description,
    price,
    quantity,
    includeLabour,
    labourHours,
    labourRate,
    labourUnitType,
    vat,
    costType,
  } = item;
  return {
    name,
    description,
    price,
    quantity,
    includeLabour,
    labourHours,
    labourRate,
    labourUnitType,
    vat,
    costType,
  };
}

/** Items whose name or description contain every word of the search, by name. */
export function searchItems(items: Item[], search: string): Item[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return items
    .filter((item) => words.every((word) => fold(`${item.name} ${item.description}`).includes(word)))
    .sort((a, b) => a.name.localeCompare(b.name, "en-GB"));
}
