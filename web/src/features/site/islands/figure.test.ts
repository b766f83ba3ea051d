import { expect, test } from "vitest";
import { loadRules } from "../../../rules/rules";
import { describeFigureProblem, parseFigure } from "./NumberBox";
import { HOURS_LIMITS, RATE_LIMITS } from "./SavingsCalculator";

const { parseNumber } = await loadRules();

test.each([
  ["", ""],
  ["7.5", "7.5"],
  ["£ 1,200", "1200"],
  ["12,50", "12.50"],
  ["−5", "-5"],
  ["½", "0.5"],
  ["1k", "1000"],
  ["-", ""],
])("reads '%s' as the figure '%s'", (typed, figure) => {
  expect(parseFigure(typed, parseNumber)).toBe(figure);
});

test.each(["1e9", "abc", "12a", "1-2", "3 h", "1.200.50", "20%"])(
  "does not read '%s' as a figure",
  (typed) => {
    expect(parseFigure(typed, parseNumber)).toBeNull();
  },
);

test.each([
  ["0", null],
  ["168", null],
  ["3.25", null],
  ["", null],
  ["168.01", "Hours saved a week must be from 0 to 168."],
  ["400", "Hours saved a week must be from 0 to 168."],
  ["-1", "Hours saved a week must be from 0 to 168."],
  ["1e9", "Hours saved a week must be a number, such as 3.5."],
  ["3.255", "Hours saved a week can have at most 2 decimals."],
])("checks the hours saved a week: %s → %s", (typed, problem) => {
  expect(describeFigureProblem(typed, parseNumber, HOURS_LIMITS)).toBe(problem);
});

test.each([
  ["1,000", null],
  ["-5", "Your hourly rate must be from £0 to £1,000."],
  ["99999999", "Your hourly rate must be from £0 to £1,000."],
  ["abc", "Your hourly rate must be a number, such as 27.50."],
])("checks the hourly rate: %s → %s", (typed, problem) => {
  expect(describeFigureProblem(typed, parseNumber, RATE_LIMITS)).toBe(problem);
});
