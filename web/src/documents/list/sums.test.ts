import { expect, it } from "vitest";
import { sumInPence } from "./sums";

it("adds pounds up to the penny", () => {
  expect(sumInPence([])).toBe(0);
  expect(sumInPence(["0.10", "0.20", "1234.5", "-10.05", "7"])).toBe(123175);
});
