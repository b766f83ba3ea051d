import { expect, test } from "vitest";
import { KINDS, wordsOf } from "./kind";

test("a variation is called what it is, and stands in the list of quotes", () => {
  const variation = wordsOf({ kind: "quote", variationOf: { id: "q" } });
  expect([variation.Name, variation.name]).toEqual(["Variation", "variation"]);
  expect([variation.path, variation.Plural]).toEqual(["/quotes", "Quotes"]);
  expect(wordsOf({ kind: "quote" })).toBe(KINDS.quote);
  expect(wordsOf({ kind: "invoice" })).toBe(KINDS.invoice);
});
