import { expect, it } from "vitest";
import { createEmptyItem, getCategories, type Item, type ItemInput, searchItems, toItemInput } from "./item";

/** Each field has a different value, so that swapped fields are noticed. */
const item: ItemInput = {
  name: "Copper pipe",
  description: "15 mm",
  quantity: "3",
  price: "4.20",
  cost: "2.10",
  unit: "metre",
  code: "CP15",
  category: "Pipes",
  favourite: true,
  includeLabour: true,
  labourHours: "1.5",
  labourRate: "45.00",
  labourUnitType: "days",
  vat: { treatment: "reverseCharge", rate: "5" },
  costType: "labour",
};

it("writes every field as it was typed, and nothing else", () => {
  expect(toItemInput({ ...item, version: 3 } as ItemInput)).toEqual(item);
});

const named = (name: string, more: Partial<ItemInput> = {}) =>
  ({ ...createEmptyItem(name), ...more, id: name }) as unknown as Item;

it("finds items that contain every search word, favourites first and then by name", () => {
  const items = [
    named("Valve", { code: "PIPE-V" }),
    named("Bend", { description: "for a pipe" }),
    named("Tap"),
    named("Union", { category: "Pipes", favourite: true }),
  ];
  expect(searchItems(items, "pipe").map(({ name }) => name)).toEqual(["Union", "Bend", "Valve"]);
  expect(searchItems(items, "PIPE bend").map(({ name }) => name)).toEqual(["Bend"]);
  expect(searchItems(items, "").map(({ name }) => name)).toEqual(["Union", "Bend", "Tap", "Valve"]);
});

it("lists each category once, by name", () => {
  const items = [
    named("a", { category: "Pipes" }),
    named("b", { category: "Bends" }),
    named("c"),
    named("d", { category: "Pipes" }),
  ];
  expect(getCategories(items)).toEqual(["Bends", "Pipes"]);
});
