import { expect, test } from "vitest";
import { scale } from "./BarChart";

test("a scale goes in round steps from nought to above the highest", () => {
  expect(scale([3274.59, 10])).toEqual([0, 1000, 2000, 3000, 4000]);
  expect(scale([85])).toEqual([0, 25, 50, 75, 100]);
  expect(scale([0, 0])).toEqual([0]);
  expect(scale([])).toEqual([0]);
  expect(scale([-40, 100])).toEqual([-50, 0, 50, 100]);
  expect(scale([1_999_999])).toEqual([0, 500_000, 1_000_000, 1_500_000, 2_000_000]);
});
