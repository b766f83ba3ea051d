import { listTrueKeys } from "../../api/all-fields";
import type { ItemInput as Written } from "../../api/generated/ItemInput";
import type { ItemRecord } from "../../api/generated/ItemRecord";
import { foldText } from "../../ui/fold-text";

/** An item of the price list. Amounts and quantities are decimal strings. */
export type Item = ItemRecord;
export type ItemInput = Written;

/** The fields that display their errors. A new field doesn't compile until it is listed here. */
export const itemFields = listTrueKeys({
  name: true,
  description: true,
  category: true,
  price: true,
  cost: true,
  unit: true,
  quantity: true,
  code: true,
  labourHours: true,
  labourRate: true,
  labourUnitType: true,
  costType: true,
  // Tick boxes, which have no errors.
  favourite: false,
  includeLabour: false,
  // Chosen from a list, so it can't be wrong.
  vat: false,
} as const satisfies Record<keyof ItemInput, boolean>);

export function createEmptyItem(name = ""): ItemInput {
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
    cost: "",
    unit: "",
    code: "",
    category: "",
    favourite: false,
  };
}

/** Only the fields that a write may contain. */
export function toItemInput(item: ItemInput): ItemInput {
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
    cost,
    unit,
    code,
    category,
    favourite,
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
    cost,
    unit,
    code,
    category,
    favourite,
  };
}

/**
 * Items whose name, description, category or code contain every word of the search: favourites first, then by
 * name.
 */
export function searchItems(items: Item[], search: string): Item[] {
  const searchWords = foldText(search).split(/\s+/).filter(Boolean);
  const getSearchText = ({ name, description, category, code }: Item) =>
    foldText(`${name} ${description} ${category} ${code}`);
  return items
    .filter((item) => searchWords.every((word) => getSearchText(item).includes(word)))
    .sort((a, b) => Number(b.favourite) - Number(a.favourite) || a.name.localeCompare(b.name, "en-GB"));
}

/** The categories of the items, sorted by name. */
export function getCategories(items: readonly Item[]): string[] {
  const names = new Set(items.map(({ category }) => category).filter(Boolean));
  return [...names].sort((a, b) => a.localeCompare(b, "en-GB"));
}
