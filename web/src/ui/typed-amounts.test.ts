import { expect, test } from "vitest";
import { formatTypedAmount } from "./amounts";

test.each([
  ["", ""],
  ["1200", "1,200.00"],
  ["1234567.5", "1,234,567.50"],
  ["12.", "12.00"],
  [".5", "0.50"],
  ["007", "7.00"],
  ["4.255", "4.255"],
  ["4.2500", "4.25"],
  ["-1200", "-1,200.00"],
  ["90071992547409931.0001", "90,071,992,547,409,931.0001"],
  ["-0", "0.00"],
  ["-0.00", "0.00"],
])("%s is tidied to %s", (typed, tidy) => {
  expect(formatTypedAmount(typed)).toBe(tidy);
});

test.each(["-", ".", "1-2", "12a"])("%s is not an amount, and stays as it is", (typed) => {
  expect(formatTypedAmount(typed)).toBe(typed);
});
