import { listTrueKeys } from "../../api/all-fields";
import type { ItemInput as Written } from "../../api/generated/ItemInput";
import type { ItemRecord } from "../../api/generated/ItemRecord";
import { foldText } from "../../ui/fold-text";

/** A product or service of the library. Amounts and quantities are decimal strings. */
export type Item = ItemRecord;
export type ItemInput = Written;

/** The fields that show what is wrong with them. A field that is added does not compile until it stands here. */
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
  // Ticks, of which none is wrong.
  favourite: false,
  includeLabour: false,
  // Chosen from a list.
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

/** Only what a write may carry. */
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

/** Items whose name, description, category or code contain every word of the search: favourites first, then by name. */
export function searchItems(items: Item[], search: string): Item[] {
  const searchWords = foldText(search).split(/\s+/).filter(Boolean);
  const getSearchText = ({ name, description, category, code }: Item) =>
    foldText(`${name} ${description} ${category} ${code}`);
  return items
    .filter((item) => searchWords.every((word) => getSearchText(item).includes(word)))
    .sort((a, b) => Number(b.favourite) - Number(a.favourite) || a.name.localeCompare(b.name, "en-GB"));
}

/** The categories that items stand in, by name. */
export function getCategories(items: readonly Item[]): string[] {
  const names = new Set(items.map(({ category }) => category).filter(Boolean));
  return [...names].sort((a, b) => a.localeCompare(b, "en-GB"));
}
