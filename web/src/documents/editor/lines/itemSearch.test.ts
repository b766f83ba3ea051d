import { expect, it } from "vitest";
import type { Item } from "../../../entities/items/item";
import { loadRules } from "../../../rules/rules";
import { createEmptyLine } from "../draft/draft";
import { createItemFromLine, createLineFromItem, findItemByName, getItemOptions } from "./itemSearch";

const rules = await loadRules();

const items = ["Boiler service", "Valve", "valve"].map((name, id) => ({ id: String(id), name }) as Item);

it.each([
  ["boiler SERVICE ", "", "0"],
  ["Boiler", "", undefined],
  ["", "", undefined],
  ["Valve", "", undefined],
  ["Boiler service", "80", undefined],
])("looks up the item named %j for a line with the price %j", (name, price, id) => {
  expect(findItemByName(items, { name, price })?.id).toBe(id);
});

it("shows a suggestion's price as the rules write it", () => {
  const priced = [
    { id: "1", name: "Boiler", description: "", price: "1240.00" },
    { id: "2", name: "Pipe, a metre", description: "", price: "4.255" },
    { id: "3", name: "Advice", description: "", price: "" },
  ] as Item[];
  expect(getItemOptions(priced, "", null, rules).map(({ trailing }) => trailing)).toEqual([
    "£0.00",
    "£1,240.00",
    "£4.255",
  ]);
});

const TAP = {
  id: "1",
  name: "Tap",
  description: "",
  unit: "",
  quantity: "1",
  price: "11.5833",
  cost: "8",
  costType: "materials",
  includeLabour: true,
  labourHours: "2",
  labourRate: "41.67",
  labourUnitType: "hours",
  vat: null,
} as Item;

it("adds VAT to an item's price if the document's prices include it", () => {
  expect(createLineFromItem(TAP, null, rules)).toMatchObject({
    price: "11.5833",
    labourRate: "41.67",
    cost: "8.00",
  });
  expect(createLineFromItem(TAP, "20", rules)).toMatchObject({
    price: "13.90",
    labourRate: "50.00",
    cost: "8.00",
  });
  expect(getItemOptions([TAP], "", "20", rules).map(({ trailing }) => trailing)).toEqual(["£13.90"]);
  // With the item's own VAT, and without any if it has none.
  const at = (treatment: "taxable" | "exempt", rate: string) => ({
    ...TAP,
    price: "100",
    vat: { treatment, rate },
  });
  expect(createLineFromItem(at("taxable", "5"), "20", rules).price).toBe("105.00");
  expect(createLineFromItem(at("exempt", "0"), "20", rules).price).toBe("100.00");
  expect(createLineFromItem(at("taxable", "5"), "", rules).price).toBe("105.00");
});

it("saves a line to the library without the VAT that is in its price", () => {
  const line = {
    ...createEmptyLine("a"),
    name: "Tap",
    price: "13.90",
    includeLabour: true,
    labourRate: "50",
    cost: "8",
  };
  expect(createItemFromLine(line, "20", rules)).toMatchObject({
    price: "11.5833",
    labourRate: "41.67",
    cost: "8",
  });
  expect(createItemFromLine(line, null, rules)).toMatchObject({
    price: "13.90",
    labourRate: "50",
    cost: "8",
  });
  const half = { ...line, price: "12." };
  expect(createItemFromLine(half, null, rules).price).toBe("12");
});
