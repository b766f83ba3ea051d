import { expect, test } from "vitest";
import { joinCounts } from "./DataImportPage";

test("leaves out counts of 0", () => {
  expect(
    joinCounts([
      [3, "customer"],
      [0, "item"],
      [1, "quote"],
      [1340, "invoice"],
    ]),
  ).toBe("3 customers, 1 quote and 1,340 invoices");
  expect(joinCounts([[1, "quote"]])).toBe("1 quote");
  expect(joinCounts([[0, "quote"]])).toBe("nothing new");
});
