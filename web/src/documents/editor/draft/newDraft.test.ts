import { expect, test } from "vitest";
import { loadRules } from "../../../rules/rules";
import { newDraft } from "./newDraft";

const rules = await loadRules();

test.each([
  ["quote", "2026-03-28", "2026-04-27"],
  ["quote", "2026-12-20", "2027-01-19"],
  ["invoice", "2026-12-20", "2027-01-03"],
] as const)("a new %s of %s ends on the day that the rules count", (kind, today, endDate) => {
  expect(newDraft(rules, kind, [], null, today, "a")).toMatchObject({ issueDate: today, endDate });
});
