import { expect, test } from "vitest";
import { computeTicks } from "./BarChart";

test("a scale goes in round steps from nought to above the highest", () => {
  expect(computeTicks([3274.59, 10])).toEqual([0, 1000, 2000, 3000, 4000]);
  expect(computeTicks([85])).toEqual([0, 25, 50, 75, 100]);
  expect(computeTicks([0, 0])).toEqual([0]);
  expect(computeTicks([])).toEqual([0]);
  expect(computeTicks([-40, 100])).toEqual([-50, 0, 50, 100]);
  expect(computeTicks([1_999_999])).toEqual([0, 500_000, 1_000_000, 1_500_000, 2_000_000]);
});
