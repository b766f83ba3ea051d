import { expect, test } from "vitest";
import { calculateExpensePreview, type ExpenseRules } from "./expenses";

const result = { amount: "37.00", vatAmount: "0.00", mileage: null };
const body = { message: "No.", code: "rule_broken", errors: [{ path: "amount", code: "x", msg: "No." }] };
/** A fake package whose functions record their calls. */
const calls: string[][] = [];
const rules = {
  calculatePurchase: (amount: string, rate: string, vat: string) => {
    calls.push([amount, rate, vat]);
    if (amount === "ten") throw JSON.stringify(body);
    return JSON.stringify(result);
  },
  calculateJourney: (...journey: string[]) => {
    calls.push(journey);
    return JSON.stringify(result);
  },
} as unknown as ExpenseRules;
const emptyRequest = { id: null, date: "2026-11-23", amount: "", vatRate: "", mileage: null };

test("an expense and a journey each use their own calculation", () => {
  expect(calculateExpensePreview(rules, { ...emptyRequest, amount: "12", vatRate: "20" }, null)).toEqual(
    result,
  );
  const journey = { ...emptyRequest, mileage: { vehicle: "car" as const, miles: "100" } };
  expect(calculateExpensePreview(rules, journey, "9960")).toEqual(result);
  expect(calls).toEqual([
    ["12", "20", ""],
    ["2026-11-23", "car", "100", "9960"],
  ]);
});

test("a journey has no preview until the miles before it are known", () => {
  expect(
    calculateExpensePreview(rules, { ...emptyRequest, mileage: { vehicle: "car", miles: "100" } }, null),
  ).toBeNull();
});

test("a refusal is thrown as the server's error body", () => {
  expect(() => calculateExpensePreview(rules, { ...emptyRequest, amount: "ten" }, null)).toThrow(
    expect.objectContaining(body),
  );
});
