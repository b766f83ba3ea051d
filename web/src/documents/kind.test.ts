import { expect, test } from "vitest";
import { getKindInfo, KINDS } from "./kind";

test("a variation has its own name, but is listed with the quotes", () => {
  const variation = getKindInfo({ kind: "quote", variationOf: { id: "q" } });
  expect([variation.Name, variation.name]).toEqual(["Variation", "variation"]);
  expect([variation.path, variation.Plural]).toEqual(["/quotes", "Quotes"]);
  expect(getKindInfo({ kind: "quote" })).toBe(KINDS.quote);
  expect(getKindInfo({ kind: "invoice" })).toBe(KINDS.invoice);
});
