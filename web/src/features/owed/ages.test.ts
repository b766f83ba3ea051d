import { expect, it } from "vitest";
import { lateness } from "./ages";

it.each([
  [-1, "Not due yet"],
  [0, "Due today"],
  [1, "1 day late"],
  [2, "2 days late"],
])("says how late it is: %i", (days, says) => {
  expect(lateness(days)).toBe(says);
});
