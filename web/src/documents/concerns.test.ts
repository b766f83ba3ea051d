import { expect, it } from "vitest";
import { loadRules } from "../rules/rules";
import { concerns, sumsOf } from "./concerns";
import { KINDS } from "./kind";

const rules = await loadRules();

function of(lines: { name: string; price: string }[]): string[] {
  const items = lines.map(({ price }) => ({ quantity: "1", price }));
  const sums = sumsOf(rules.calculate({ items }));
  const sent = lines.map(({ name }, at) => ({ name, position: at + 1 }));
  return concerns(KINDS.invoice, sent, sums, rules);
}

it("names each line that has an amount and no name", () => {
  const lines = [
    { name: "Boiler", price: "1200" },
    { name: " ", price: "45" },
    { name: "", price: "0" },
    { name: "", price: "-1234.5" },
  ];
  expect(of(lines)).toEqual([
    "Line 2 (£45.00) has no name: your customer cannot tell what it is for.",
    "Line 4 (-£1,234.50) has no name: your customer cannot tell what it is for.",
  ]);
});

it("says that a document comes to nothing", () => {
  expect(of([{ name: "Call-out", price: "0" }])).toEqual(["The invoice comes to £0.00."]);
  expect(of([{ name: "Call-out", price: "0.01" }])).toEqual([]);
});
