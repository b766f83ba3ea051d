import { beforeAll, expect, it } from "vitest";
import { loadRules, type Rules } from "../../rules/rules";
import { hasCost, marginsOf } from "./margins";

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

it("is nothing where no cost was said", () => {
  const document = { items: [line("a", "90", null), line("b", "5", "")] };
  expect(hasCost(document)).toBe(false);
  expect(marginsOf(rules, document, true)).toEqual({ whole: null, choices: [] });
});

it("is of the lines with a cost, and of each choice while it is offered", () => {
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
  expect(hasCost(document)).toBe(true);
  const { whole, choices } = marginsOf(rules, document, true);
  expect(whole).toEqual({
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
  expect(marginsOf(rules, document, false).choices).toEqual([]);
});

it("stays quiet of what cannot be calculated", () => {
  expect(marginsOf(rules, { items: [line("a", "ten", "60")] }, true).whole).toBeNull();
});
