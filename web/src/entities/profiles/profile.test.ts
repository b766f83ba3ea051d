import { expect, test } from "vitest";
import { tidySortCode } from "./profile";

test.each([
  ["601613", "60-16-13"],
  ["60 16 13", "60-16-13"],
  ["60-16-13", "60-16-13"],
  ["60161", "60161"],
  ["6016134", "6016134"],
  ["60-16-1O", "60-16-1O"],
  ["", ""],
])("%s is tidied to %s", (typed, tidy) => {
  expect(tidySortCode(typed)).toBe(tidy);
});
