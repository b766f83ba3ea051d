import { beforeAll, expect, it } from "vitest";
import { loadRules, type Rules } from "../../rules/rules";
import { calculateMargins, hasCosts } from "./MarginSection";

let rules: Rules;
beforeAll(async () => {
  rules = await loadRules();
});

const line = (id: string, price: string, cost: string | null, choice: string | null = null) => ({
  id,
  quantity: "1",
  price,
  cost,
  choice,
});

it("is null without any cost", () => {
  const document = { items: [line("a", "90", null), line("b", "5", "")] };
  expect(hasCosts(document)).toBe(false);
  expect(calculateMargins(rules, document, true)).toEqual({ overall: null, choices: [] });
});

it("covers the lines with a cost, and each choice while it is offered", () => {
  const document = {
    items: [
      line("a", "100", "60"),
      line("b", "50", "40", "g"),
      line("c", "300", "150", "t"),
      line("d", "7", null),
    ],
    choices: [
      { id: "g", name: "Good" },
      { id: "t", name: "Top" },
    ],
  };
  expect(hasCosts(document)).toBe(true);
  const { overall, choices } = calculateMargins(rules, document, true);
  expect(overall).toEqual({
    cost: "100.00",
    sold: "150.00",
    margin: "50.00",
    percent: "33.3",
    withoutCost: "7.00",
  });
  expect(choices.map(({ name, margin }) => [name, margin?.margin, margin?.percent])).toEqual([
    ["Good", "50.00", "33.3"],
    ["Top", "190.00", "47.5"],
  ]);
  expect(calculateMargins(rules, document, false).choices).toEqual([]);
});

it("is null if it cannot be calculated", () => {
  expect(calculateMargins(rules, { items: [line("a", "ten", "60")] }, true).overall).toBeNull();
});
