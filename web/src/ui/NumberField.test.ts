import { expect, test } from "vitest";
import { cleanFigure } from "./NumberField";

test.each([
  ["1,234.50", "1234.50"],
  ["£ 20", "20"],
  ["−5.5", "-5.5"],
  ["1-2", "12"],
  ["1.2.3", "1.23"],
  [".", "."],
  ["abc", ""],
])("%s is typed as %s", (typed, kept) => {
  expect(cleanFigure(typed)).toBe(kept);
});
