import { expect, test } from "vitest";
import { listed } from "./words";

test("what there is none of is not named", () => {
  expect(
    listed([
      [3, "customer"],
      [0, "item"],
      [1, "quote"],
      [1340, "invoice"],
    ]),
  ).toBe("3 customers, 1 quote and 1,340 invoices");
  expect(listed([[1, "quote"]])).toBe("1 quote");
  expect(listed([[0, "quote"]])).toBe("nothing new");
});
