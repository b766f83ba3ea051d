import { expect, it } from "vitest";
import type { Item } from "../../library/items";
import { itemNamed } from "./itemSearch";

const items = ["Boiler service", "Valve", "valve"].map((name, id) => ({ id: String(id), name }) as Item);

it.each([
  ["boiler SERVICE ", "", "0"],
  ["Boiler", "", undefined],
  ["", "", undefined],
  ["Valve", "", undefined],
  ["Boiler service", "80", undefined],
])("finds the one item named %j for a line with the price %j", (name, price, id) => {
  expect(itemNamed(items, { name, price })?.id).toBe(id);
});
