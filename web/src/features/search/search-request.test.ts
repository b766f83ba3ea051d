import { expect, test } from "vitest";
import { isTypedMatch, parseSearch } from "./search-rows";

const parse = (typed: string) => {
  const { kind, text } = parseSearch(typed);
  return [kind?.kind ?? null, text];
};

test("a kind that is named is asked for, and for whom", () => {
  expect(parse("new quote for Mary Smith")).toEqual(["quote", "Mary Smith"]);
  expect(parse("Quote mary")).toEqual(["quote", "mary"]);
  expect(parse("  INV  0031 ")).toEqual(["invoice", "0031"]);
  expect(parse("new invoice")).toEqual(["invoice", "new invoice"]);
  expect(parse("invoices for")).toEqual(["invoice", "invoices for"]);
});

test("anything else is looked for as it was typed", () => {
  for (const typed of ["mary", "new boiler", "in the loft", "INV-0031", "q", "quoted price", "£480"]) {
    expect(parse(typed)).toEqual([null, typed]);
  }
  expect(parse("")).toEqual([null, ""]);
});

test("an action is meant by the beginnings of its words", () => {
  expect(isTypedMatch("New contact", "con")).toBe(true);
  expect(isTypedMatch("Business profiles", "prof bus")).toBe(true);
  expect(isTypedMatch("New contact", "")).toBe(true);
  expect(isTypedMatch("New contact", "tact")).toBe(false);
});
