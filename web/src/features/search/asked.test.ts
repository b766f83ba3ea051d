import { expect, test } from "vitest";
import { isMeant, readAsked } from "./asked";

const read = (typed: string) => {
  const { kind, words } = readAsked(typed);
  return [kind?.kind ?? null, words];
};

test("a kind that is named is asked for, and for whom", () => {
  expect(read("new quote for Mary Smith")).toEqual(["quote", "Mary Smith"]);
  expect(read("Quote mary")).toEqual(["quote", "mary"]);
  expect(read("  INV  0031 ")).toEqual(["invoice", "0031"]);
  expect(read("new invoice")).toEqual(["invoice", "new invoice"]);
  expect(read("invoices for")).toEqual(["invoice", "invoices for"]);
});

test("anything else is looked for as it was typed", () => {
  for (const typed of ["mary", "new boiler", "in the loft", "INV-0031", "q", "quoted price", "£480"]) {
    expect(read(typed)).toEqual([null, typed]);
  }
  expect(read("")).toEqual([null, ""]);
});

test("an action is meant by the beginnings of its words", () => {
  expect(isMeant("New contact", "con")).toBe(true);
  expect(isMeant("Business profiles", "prof bus")).toBe(true);
  expect(isMeant("New contact", "")).toBe(true);
  expect(isMeant("New contact", "tact")).toBe(false);
});
