import { expect, test } from "vitest";
import { type ExpenseSums, reckon } from "./expenses";

const told = { amount: "37.00", vatAmount: "0.00", mileage: null };
const body = { message: "No.", code: "rule_broken", errors: [{ path: "amount", code: "x", msg: "No." }] };
/** A package whose doors say what they were asked. */
const asked: string[][] = [];
const sums = {
  spent: (amount: string, rate: string, vat: string) => {
    asked.push([amount, rate, vat]);
    if (amount === "ten") throw JSON.stringify(body);
    return JSON.stringify(told);
  },
  driven: (...journey: string[]) => {
    asked.push(journey);
    return JSON.stringify(told);
  },
} as unknown as ExpenseSums;
const nothing = { id: null, date: "2026-11-23", amount: "", vatRate: "", mileage: null };

test("what was paid and a journey each go to their door", () => {
  expect(reckon(sums, { ...nothing, amount: "12", vatRate: "20" }, null)).toEqual(told);
  const journey = { ...nothing, mileage: { vehicle: "car" as const, miles: "100" } };
  expect(reckon(sums, journey, "9960")).toEqual(told);
  expect(asked).toEqual([
    ["12", "20", ""],
    ["2026-11-23", "car", "100", "9960"],
  ]);
});

test("without the miles before it nothing is said of a journey", () => {
  expect(reckon(sums, { ...nothing, mileage: { vehicle: "car", miles: "100" } }, null)).toBeNull();
});

test("a refusal is thrown as the server's error body", () => {
  expect(() => reckon(sums, { ...nothing, amount: "ten" }, null)).toThrow(expect.objectContaining(body));
});
