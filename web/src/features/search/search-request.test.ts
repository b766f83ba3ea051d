import { expect, test } from "vitest";
import { isTypedMatch, parseSearch } from "./search-rows";

const parse = (typed: string) => {
  const { kind, text } = parseSearch(typed);
  return [kind?.kind ?? null, text];
};

test("recognises a kind of document, and the text to search for", () => {
  expect(parse("new quote for Mary Smith")).toEqual(["quote", "Mary Smith"]);
  expect(parse("Quote mary")).toEqual(["quote", "mary"]);
  expect(parse("  INV  0031 ")).toEqual(["invoice", "0031"]);
  expect(parse("new invoice")).toEqual(["invoice", "new invoice"]);
  expect(parse("invoices for")).toEqual(["invoice", "invoices for"]);
});

test("searches for any other text as it was typed", () => {
  for (const typed of ["mary", "new boiler", "in the loft", "INV-0031", "q", "quoted price", "£480"]) {
    expect(parse(typed)).toEqual([null, typed]);
  }
  expect(parse("")).toEqual([null, ""]);
});

test("matches an action by the beginnings of its words", () => {
  expect(isTypedMatch("New customer", "cus")).toBe(true);
  expect(isTypedMatch("Business profiles", "prof bus")).toBe(true);
  expect(isTypedMatch("New customer", "")).toBe(true);
  expect(isTypedMatch("New customer", "tomer")).toBe(false);
});
