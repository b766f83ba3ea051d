import { expect, test } from "vitest";
import { formatPence, parsePence } from "./amounts";

test.each([
  ["0.00", 0],
  ["1234.5", 123450],
  ["-10.05", -1005],
  ["7", 700],
  ["ten", 0],
])("%s pounds are %i pence", (pounds, pence) => {
  expect(parsePence(pounds)).toBe(pence);
});

test.each([
  [0, "0.00"],
  [5, "0.05"],
  [-1005, "-10.05"],
  [123450, "1234.50"],
])("%i pence are %s pounds", (pence, pounds) => {
  expect(formatPence(pence)).toBe(pounds);
});
