import { expect, it } from "vitest";
import type { Item } from "../../../entities/items/item";
import { loadRules } from "../../../rules/rules";
import { itemNamed, itemOptions } from "./itemSearch";

const rules = await loadRules();

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

it("shows a suggestion's price as the rules write it", () => {
  const priced = [
    { id: "1", name: "Boiler", description: "", price: "1240.00" },
    { id: "2", name: "Pipe, a metre", description: "", price: "4.255" },
    { id: "3", name: "Advice", description: "", price: "" },
  ] as Item[];
  expect(itemOptions(priced, "", rules).map(({ trailing }) => trailing)).toEqual([
    "£0.00",
    "£1,240.00",
    "£4.255",
  ]);
});
