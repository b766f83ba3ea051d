import { expect, test } from "vitest";
import { emptyProfile, type Profile } from "../../../entities/profiles/profile";
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

test("a new document starts as the business has it", () => {
  const profile = {
    ...emptyProfile(),
    id: "p",
    taxNumber: "GB 416 2035 77",
    quoteDays: 14,
    invoiceDays: 0,
    includeDeposit: true,
    deposit: "25",
    cisRate: 20,
  } as Profile;
  const quote = newDraft(rules, "quote", [profile], null, "2026-12-20", "a");
  expect(quote).toMatchObject({ endDate: "2027-01-03", includeDeposit: true, deposit: "25", cisRate: null });
  const invoice = newDraft(rules, "invoice", [profile], null, "2026-12-20", "a");
  expect(invoice).toMatchObject({ endDate: "2026-12-20", includeDeposit: false, cisRate: "20" });
});
