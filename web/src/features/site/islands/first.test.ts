import { expect, test } from "vitest";
import { loadRules } from "../../../rules/rules";
import { loadTidier } from "../../../rules/tidier";
import { FIRST_NOTES, FIRST_TIDY } from "./notes";
import { FIRST_CHOICES, FIRST_SUMS, sumsOf } from "./quote";
import { FIRST_SAVED, FIRST_SAVING, savedBy } from "./savings";

// What stands in the HTML before a script runs is what the rules would say.
test("the quote that the home page starts with is the rules' own", async () => {
  expect(sumsOf(await loadRules(), FIRST_CHOICES)).toEqual(FIRST_SUMS);
});

test("the saving that the calculator starts with is the rules' own", async () => {
  const rules = await loadRules();
  expect(savedBy(rules, FIRST_SAVING)).toEqual(FIRST_SAVED);
  // 3.3 hours at £27.55 are £90.915, half a penny up in each of four weeks.
  expect(savedBy(rules, { rate: "27.55", hours: "3.3" })?.month).toBe("£363.68");
});

test("the notes that the demo starts with are tidied by the tidier", async () => {
  const { tidy } = await loadTidier();
  expect(tidy(FIRST_NOTES, "bullets")).toBe(FIRST_TIDY);
});
