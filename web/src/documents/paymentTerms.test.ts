import { describe, expect, it } from "vitest";
import { loadRules } from "../rules/rules";
import { dueWords, TERMS, termOf } from "./paymentTerms";

const rules = await loadRules();

describe("a time to pay", () => {
  it("is found again from the date that it makes", () => {
    // A day on which no two of them come to the same.
    const from = "2026-07-05";
    for (const term of TERMS) {
      const due = rules.dueOn(from, term.count, term.unit);
      expect(termOf(rules, from, due)?.value, term.label).toBe(term.value);
    }
    expect(termOf(rules, from, "2026-07-14")).toBeUndefined();
    expect(termOf(rules, "", "")).toBeUndefined();
  });

  it("is said in words", () => {
    expect([0, 1, 14].map((count) => dueWords(count, "days"))).toEqual([
      "straight away",
      "the day after",
      "14 days later",
    ]);
    expect([0, 1, 2].map((count) => dueWords(count, "months"))).toEqual([
      "straight away",
      "a month later",
      "2 months later",
    ]);
    expect([0, 1, 2].map((count) => dueWords(count, "monthend"))).toEqual([
      "at the end of the month",
      "at the end of next month",
      "at the end of the month, 2 months later",
    ]);
  });
});
