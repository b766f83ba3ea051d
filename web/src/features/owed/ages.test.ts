import { expect, it } from "vitest";
import { formatLateness } from "./debts";

it.each([
  [-1, "Not due yet"],
  [0, "Due today"],
  [1, "1 day late"],
  [2, "2 days late"],
])("says how late an invoice is: %i days after its due date", (days, says) => {
  expect(formatLateness(days)).toBe(says);
});
