import { describe, expect, it } from "vitest";
import { dueOn, dueWords, TERMS, termOf } from "./paymentTerms";

const plusDays = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

describe("a time to pay", () => {
  it("is found again from the date that it makes", () => {
    // A day on which no two of them come to the same.
    const from = "2026-07-05";
    for (const term of TERMS) {
      expect(termOf(from, dueOn(term, from, plusDays))?.value, term.label).toBe(term.value);
    }
    expect(termOf(from, "2026-07-14")).toBeUndefined();
    expect(termOf("", "")).toBeUndefined();
  });

  it("ends with a month, however short the one before", () => {
    const next = TERMS.find(({ value }) => value === "next");
    if (!next) throw new Error("no such term");
    expect(dueOn(next, "2027-01-31", plusDays)).toBe("2027-02-28");
    expect(dueOn(next, "2027-02-28", plusDays)).toBe("2027-03-31");
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
