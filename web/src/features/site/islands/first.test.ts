import { expect, test } from "vitest";
import { loadRules } from "../../../rules/rules";
import { loadNoteTidier } from "../../../rules/tidier";
import { calculateQuoteSums, FIRST_CHOICES, FIRST_SUMS } from "./LiveQuote";
import { calculateSavings, FIRST_SAVED, FIRST_SAVING } from "./SavingsCalculator";
import { FIRST_NOTES, FIRST_TIDY } from "./TidyDemo";

// The HTML before a script runs has to show the rules' own results.
test("the home page's initial quote has the amounts that the rules calculate", async () => {
  expect(calculateQuoteSums(await loadRules(), FIRST_CHOICES)).toEqual(FIRST_SUMS);
});

test("the calculator's initial saving is the one that the rules calculate", async () => {
  const rules = await loadRules();
  expect(calculateSavings(rules, FIRST_SAVING)).toEqual(FIRST_SAVED);
  // 3.3 hours at £27.55 are £90.915, rounded up by half a penny in each of four weeks.
  expect(calculateSavings(rules, { rate: "27.55", hours: "3.3" })?.month).toBe("£363.68");
});

test("the demo's initial notes are the note tidier's result", async () => {
  const { tidy } = await loadNoteTidier();
  expect(tidy(FIRST_NOTES, "bullets")).toBe(FIRST_TIDY);
});
