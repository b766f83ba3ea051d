import { describe, expect, it } from "vitest";
import { loadRules } from "../rules/rules";
import { describeDueDate, findTermForDueDate, PAYMENT_TERMS } from "./paymentTerms";

const rules = await loadRules();

describe("payment terms", () => {
  it("are recognised by the due date that they give", () => {
    // A date for which all terms give different due dates.
    const from = "2026-07-05";
    for (const term of PAYMENT_TERMS) {
      const due = rules.dueOn(from, term.count, term.unit);
      expect(findTermForDueDate(rules, from, due)?.value, term.label).toBe(term.value);
    }
    expect(findTermForDueDate(rules, from, "2026-07-14")).toBeUndefined();
    expect(findTermForDueDate(rules, "", "")).toBeUndefined();
  });

  it("are described in words", () => {
    expect([0, 1, 14].map((count) => describeDueDate(count, "days"))).toEqual([
      "straight away",
      "the day after",
      "14 days later",
    ]);
    expect([0, 1, 2].map((count) => describeDueDate(count, "months"))).toEqual([
      "straight away",
      "a month later",
      "2 months later",
    ]);
    expect([0, 1, 2].map((count) => describeDueDate(count, "monthend"))).toEqual([
      "at the end of the month",
      "at the end of next month",
      "at the end of the month, 2 months later",
    ]);
  });
});
