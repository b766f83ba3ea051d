import { expect, test } from "vitest";
import { loadRules } from "../../rules/rules";
import { dearest, isOpen } from "./dearest";

const rules = await loadRules();

const line = (price: string, more: object = {}) => ({
  id: price,
  quantity: "1",
  price,
  optional: false,
  selected: true,
  ...more,
});
const of = (
  document: Parameters<typeof dearest>[1] & { tax: string; variation?: boolean },
  agreed: string | null = null,
) => dearest(rules, document, rules.calculate(document).totalAmount, agreed);

test("an option that nobody ticked yet counts for what a customer may cancel", () => {
  const items = [line("30"), line("1000", { optional: true, selected: false })];
  expect(of({ items, tax: "20" })).toBe("1236.00");
  const credit = [
    line("30"),
    line("10", { optional: true, selected: false }),
    line("-20", { optional: true }),
  ];
  expect(of({ items: credit, tax: "20" })).toBe("48.00");
});

test("of choices the dearest with its options counts", () => {
  const choices = ["a", "b"].map((id) => ({ id, name: id }));
  const items = [
    line("20", { choice: "a" }),
    line("30", { choice: "b" }),
    line("90", { choice: "a", optional: true, selected: false }),
  ];
  expect(of({ items, choices, chosenChoice: "b", tax: "20" })).toBe("132.00");
});

test("a small extra of a large job is no small job", () => {
  const extra = { items: [line("30")], tax: "20", variation: true };
  expect(of(extra, "1200.00")).toBe("1236.00");
  const left = { items: [line("-400")], tax: "20", variation: true };
  expect(of(left, "1200.00")).toBe("1200.00");
});

test("what has nothing to pick is what it comes to", () => {
  expect(isOpen({ items: [line("30")] })).toBe(false);
  expect(isOpen({ items: [line("30", { optional: true })] })).toBe(true);
});
