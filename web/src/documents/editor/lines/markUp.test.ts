import { beforeAll, expect, it } from "vitest";
import { loadRules, type Rules } from "../../../rules/rules";
import { markUpOf, withCost, withMarkUp } from "./markUp";

let rules: Rules;
beforeAll(async () => {
  rules = await loadRules();
});

it("is what the price comes to over the cost, until it is typed itself", () => {
  expect(markUpOf({ cost: "700", price: "875.00" }, null, rules)).toBe("25");
  expect(markUpOf({ cost: "10", price: "9" }, null, rules)).toBe("-10");
  expect(markUpOf({ cost: null, price: "9" }, null, rules)).toBe("");
  expect(markUpOf({ cost: "10", price: "" }, null, rules)).toBe("");
});

it("makes the price of the cost, and stands as it was typed while that price does", () => {
  const line = { cost: "1,000", price: "" };
  const { patch, typed } = withMarkUp(line, "33.3", rules);
  expect(patch).toEqual({ price: "1333.00" });
  expect(markUpOf({ ...line, price: "1333.00" }, typed, rules)).toBe("33.3");
  expect(markUpOf({ ...line, price: "1333" }, typed, rules)).toBe("33.3");
  expect(markUpOf({ ...line, price: "1500" }, typed, rules)).toBe("50");
});

it("leaves the price alone while it is half typed, or there is no cost", () => {
  const line = { cost: "40", price: "50.00" };
  const emptied = withMarkUp(line, "", rules);
  expect(emptied).toEqual({ patch: null, typed: { percent: "", price: "50.00" } });
  expect(markUpOf(line, emptied.typed, rules)).toBe("");
  expect(withMarkUp({ cost: "", price: "50.00" }, "20", rules).patch).toBeNull();
});

it("makes a new price of a new cost where it was typed, and none where it was not", () => {
  const line = { cost: "40", price: "50.00" };
  expect(withCost(line, "44", null, rules)).toEqual({ patch: { cost: "44" }, typed: null });
  const { typed } = withMarkUp(line, "50", rules);
  const sold = { cost: "40", price: "60.00" };
  const dearer = withCost(sold, "44", typed, rules);
  expect(dearer).toEqual({ patch: { cost: "44", price: "66.00" }, typed: { percent: "50", price: "66.00" } });
  // While the cost is typed anew the price waits, and the mark-up with it.
  expect(withCost(sold, "", typed, rules)).toEqual({ patch: { cost: "" }, typed });
  // A price that was typed since is kept.
  expect(withCost({ cost: "40", price: "70" }, "44", typed, rules).patch).toEqual({ cost: "44" });
});
