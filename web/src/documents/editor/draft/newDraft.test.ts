import { expect, test } from "vitest";
import { emptyProfile, type Profile } from "../../../entities/profiles/profile";
import { loadRules } from "../../../rules/rules";
import { asSentBy, newDraft } from "./newDraft";

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
    taxNumber: "GB 416 2035 90",
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

test("another business brings its own terms, and leaves what was set by hand", () => {
  const plain = { ...emptyProfile(), id: "plain", quoteDays: 30, taxNumber: "" } as Profile;
  const grand = {
    ...plain,
    id: "grand",
    quoteDays: 14,
    taxNumber: "GB 416 2035 90",
    includeDeposit: true,
    deposit: "25",
  } as Profile;
  const draft = newDraft(rules, "quote", [plain, grand], null, "2026-12-01", "a");
  const whole = asSentBy(rules, "quote", draft, plain, grand);
  expect(whole.changed).toEqual(["the last day", "VAT", "the deposit"]);
  expect(whole.patch).toMatchObject({
    businessProfileId: "grand",
    endDate: "2026-12-15",
    tax: "20",
    includeDeposit: true,
    deposit: "25",
  });
  const there = { ...draft, ...whole.patch };
  const back = asSentBy(rules, "quote", there, grand, plain);
  expect({ ...there, ...back.patch }).toEqual(draft);
  const byHand = { ...draft, endDate: "2026-12-24", includeDeposit: true, deposit: "10" };
  const part = asSentBy(rules, "quote", byHand, plain, grand);
  expect(part).toEqual({
    patch: { vatTreatment: "taxable", tax: "20", businessProfileId: "grand" },
    changed: ["VAT"],
  });
  const nobody = asSentBy(rules, "quote", { ...draft, issueDate: "" }, plain, null);
  expect(nobody.patch).toEqual({ businessProfileId: null });
});
