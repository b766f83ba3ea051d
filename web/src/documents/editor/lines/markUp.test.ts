import { beforeAll, expect, it } from "vitest";
import { loadRules, type Rules } from "../../../rules/rules";
import {
  applyCost,
  applyMarkUp,
  createMarkUpRules,
  getMarkUp,
  getMarkUpProblem,
  hasCost,
  isPriceOutdated,
  NEEDS_COST,
} from "./markUp";

let rules: Rules;
beforeAll(async () => {
  rules = await loadRules();
});

it("is calculated from the price and the cost until it is typed", () => {
  expect(getMarkUp({ cost: "700", price: "875.00" }, null, rules)).toBe("25");
  expect(getMarkUp({ cost: "10", price: "9" }, null, rules)).toBe("-10");
  expect(getMarkUp({ cost: null, price: "9" }, null, rules)).toBe("");
  expect(getMarkUp({ cost: "10", price: "" }, null, rules)).toBe("");
});

it("sets the price from the cost, and keeps its typed text as long as that price stays", () => {
  const line = { cost: "1000", price: "" };
  const { patch, typed } = applyMarkUp(line, "33.3", rules);
  expect(patch).toEqual({ price: "1333.00" });
  expect(getMarkUp({ ...line, price: "1333.00" }, typed, rules)).toBe("33.3");
  expect(getMarkUp({ ...line, price: "1333" }, typed, rules)).toBe("33.3");
  expect(getMarkUp({ ...line, price: "1500" }, typed, rules)).toBe("50");
});

it("leaves the price alone while it is half typed, or without a cost", () => {
  const line = { cost: "40", price: "50.00" };
  const emptied = applyMarkUp(line, "", rules);
  expect(emptied).toEqual({ patch: null, typed: { percent: "", price: "50.00", problem: null } });
  expect(getMarkUp(line, emptied.typed, rules)).toBe("");
  expect(applyMarkUp({ cost: "", price: "50.00" }, "20", rules).patch).toBeNull();
});

it("recalculates the price from a new cost only if a mark-up was typed", () => {
  const line = { cost: "40", price: "50.00" };
  expect(applyCost(line, "44", null, rules)).toEqual({ patch: { cost: "44" }, typed: null });
  const { typed } = applyMarkUp(line, "50", rules);
  const sold = { cost: "40", price: "60.00" };
  const dearer = applyCost(sold, "44", typed, rules);
  expect(dearer).toEqual({
    patch: { cost: "44", price: "66.00" },
    typed: { percent: "50", price: "66.00", problem: null },
  });
  // While a new cost is being typed, the price and the mark-up don't change.
  expect(applyCost(sold, "", typed, rules)).toEqual({ patch: { cost: "" }, typed });
  // A price typed since then isn't changed.
  expect(applyCost({ cost: "40", price: "70" }, "44", typed, rules).patch).toEqual({ cost: "44" });
});

it("reports an invalid mark-up, keeps the typed text and leaves the price alone", () => {
  const line = { cost: "400", price: "500.00" };
  const told = (text: string) => {
    const { patch, typed } = applyMarkUp(line, text, rules);
    expect([patch, getMarkUp(line, typed, rules)]).toEqual([null, text]);
    return getMarkUpProblem(line, typed, rules);
  };
  const range = "Mark-up must be between 0 and 10,000,000.";
  expect(told("99999999")).toBe(range);
  expect(told("-5")).toBe(range);
  expect(told("?1.2.3")).toBe("Mark-up must be a number, such as 20.");
  for (const half of ["", "-", "."]) expect(told(half)).toBeNull();
  expect(told("5000000")).toBe("With this mark-up the price would be above £10,000,000.");
});

it("reports nothing once it is valid, or the price was typed", () => {
  const line = { cost: "40", price: "50.00" };
  const right = applyMarkUp(line, "50", rules);
  expect(getMarkUpProblem({ ...line, price: "60.00" }, right.typed, rules)).toBeNull();
  const wrong = applyMarkUp(line, "99999999", rules);
  expect(getMarkUpProblem({ ...line, price: "70" }, wrong.typed, rules)).toBeNull();
  expect(getMarkUpProblem({ ...line, cost: "" }, wrong.typed, rules)).toBeNull();
});

it("needs a cost above zero, and otherwise leaves the price alone", () => {
  const free = { cost: "0.00", price: "50.00" };
  const { patch, typed } = applyMarkUp(free, "20", rules);
  expect(patch).toBeNull();
  expect(getMarkUpProblem(free, typed, rules)).toBe(NEEDS_COST);
  expect(getMarkUpProblem({ ...free, cost: "10" }, typed, rules)).toBeNull();
  // A cost typed digit by digit passes through empty.
  const sold = { cost: "40", price: "60.00" };
  const half = applyMarkUp({ cost: "40", price: "50.00" }, "50", rules).typed;
  expect(applyCost(sold, "0", half, rules)).toEqual({ patch: { cost: "0" }, typed: half });
  expect(applyCost({ ...sold, cost: "0." }, "0.5", half, rules).patch).toEqual({
    cost: "0.5",
    price: "0.75",
  });
  expect(["", "0", "0.00", "-3", "0.5"].map(hasCost)).toEqual([false, false, false, false, true]);
});

it("applies to the price without VAT if prices include VAT", () => {
  const withVat = createMarkUpRules(rules, "20");
  const line = { cost: "700", price: "1050.00" };
  expect(getMarkUp(line, null, withVat)).toBe("25");
  const { patch, typed } = applyMarkUp({ cost: "700", price: "" }, "25", withVat);
  expect(patch).toEqual({ price: "1050.00" });
  expect(getMarkUp(line, { ...typed, percent: "25.0" }, withVat)).toBe("25.0");
  expect(applyCost(line, "800", typed, withVat).patch).toEqual({ cost: "800", price: "1200.00" });
  // With another rate, or without VAT, the same price means another mark-up.
  expect(getMarkUp(line, typed, createMarkUpRules(rules, "5"))).toBe("42.9");
  expect(getMarkUp(line, typed, createMarkUpRules(rules, ""))).toBe("50");
});

it("marks the price as outdated while its cost or mark-up cannot be read", () => {
  const line = { cost: "40", price: "60.00" };
  const { typed } = applyMarkUp(line, "50", rules);
  expect(isPriceOutdated(line, typed, rules)).toBe(false);
  const red = applyCost(line, "?4x", typed, rules);
  expect(red).toEqual({ patch: { cost: "?4x" }, typed });
  expect(isPriceOutdated({ ...line, ...red.patch }, typed, rules)).toBe(true);
  expect(isPriceOutdated(line, applyMarkUp(line, "?x", rules).typed, rules)).toBe(true);
  // A typed price isn't outdated, whatever the cost.
  expect(isPriceOutdated({ cost: "?4x", price: "70" }, typed, rules)).toBe(false);
  expect(isPriceOutdated({ cost: "?4x", price: "60.00" }, null, rules)).toBe(false);
});
