import { expect, test } from "vitest";
import { emptyProfile, type Profile } from "../../../entities/profiles/profile";
import type { QuoteTemplate } from "../../../entities/quote-templates/template";
import { loadRules } from "../../../rules/rules";
import { asSentBy, draftOf, newDraft } from "./newDraft";

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

test("a quote of a template says all that it says, under lines of its own, and is of today", () => {
  const template = {
    id: "t",
    name: "Refit",
    businessProfileId: "gone",
    jobDescription: "Refit the bathroom",
    items: [
      { id: "a", name: "Bath", price: "320", quantity: "1", cost: "210", section: "s", choice: "good" },
      { id: "b", name: "Rail", price: "150", quantity: "1", optional: true, selected: false },
    ],
    sections: [{ id: "s", name: "Wet room" }],
    choices: [{ id: "good", name: "Good" }],
    chosenChoice: "good",
    includeDeposit: true,
    deposit: "25",
    tax: "20",
  } as unknown as QuoteTemplate;
  const profile = { ...emptyProfile(), id: "p", quoteDays: 14 } as Profile;
  let made = 0;
  const begin = { rules, kind: "quote", profiles: [profile], contactId: "c", today: "2026-12-20" } as const;
  const draft = draftOf(template, begin, () => `new-${++made}`);
  expect(draft).toMatchObject({
    businessProfileId: "p",
    contactId: "c",
    issueDate: "2026-12-20",
    endDate: "2027-01-03",
    jobDescription: "Refit the bathroom",
    sections: [{ id: "s", name: "Wet room" }],
    chosenChoice: "good",
    includeDeposit: true,
    deposit: "25",
  });
  expect(draft.items).toMatchObject([
    { name: "Bath", cost: "210.00", section: "s", choice: "good" },
    { name: "Rail", optional: true, selected: false },
  ]);
  const ids = draft.items.map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
  expect(ids.every((id) => id.startsWith("new-"))).toBe(true);
});
