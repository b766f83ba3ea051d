import { expect, test } from "vitest";
import { createEmptyProfile, type Profile } from "../../../entities/profiles/profile";
import type { QuoteTemplate } from "../../../entities/quote-templates/quoteTemplate";
import { loadRules } from "../../../rules/rules";
import { createDraft, createDraftFromTemplate, switchProfile } from "./createDraft";

const rules = await loadRules();

test.each([
  ["quote", "2026-03-28", "2026-04-27"],
  ["quote", "2026-12-20", "2027-01-19"],
  ["invoice", "2026-12-20", "2027-01-03"],
] as const)("a new %s of %s ends on the date that the rules calculate", (kind, today, endDate) => {
  expect(createDraft(rules, kind, [], null, today, "a")).toMatchObject({ issueDate: today, endDate });
});

test("a new document starts with the business's defaults", () => {
  const profile = {
    ...createEmptyProfile(),
    id: "p",
    taxNumber: "GB 416 2035 90",
    quoteDays: 14,
    invoiceDays: 0,
    includeDeposit: true,
    deposit: "25",
    cisRate: 20,
  } as Profile;
  const quote = createDraft(rules, "quote", [profile], null, "2026-12-20", "a");
  expect(quote).toMatchObject({ endDate: "2027-01-03", includeDeposit: true, deposit: "25", cisRate: null });
  const invoice = createDraft(rules, "invoice", [profile], null, "2026-12-20", "a");
  expect(invoice).toMatchObject({ endDate: "2026-12-20", includeDeposit: false, cisRate: "20" });
});

test("an invoice is due by the business's own terms, in days or in months", () => {
  const due = (invoiceDays: number, invoiceDueUnit: string) => {
    const profile = { ...createEmptyProfile(), id: "p", invoiceDays, invoiceDueUnit } as Profile;
    return createDraft(rules, "invoice", [profile], null, "2026-01-31", "a").endDate;
  };
  expect(due(1, "months")).toBe("2026-02-28");
  expect(due(1, "days")).toBe("2026-02-01");
});

test("switching the business applies its terms, but keeps what was set by hand", () => {
  const plain = { ...createEmptyProfile(), id: "plain", quoteDays: 30, taxNumber: "" } as Profile;
  const grand = {
    ...plain,
    id: "grand",
    quoteDays: 14,
    taxNumber: "GB 416 2035 90",
    includeDeposit: true,
    deposit: "25",
  } as Profile;
  const draft = createDraft(rules, "quote", [plain, grand], null, "2026-12-01", "a");
  const whole = switchProfile(rules, "quote", draft, plain, grand);
  expect(whole.changed).toEqual(["the last day", "VAT", "the deposit"]);
  expect(whole.patch).toMatchObject({
    businessProfileId: "grand",
    endDate: "2026-12-15",
    tax: "20",
    includeDeposit: true,
    deposit: "25",
  });
  const there = { ...draft, ...whole.patch };
  const back = switchProfile(rules, "quote", there, grand, plain);
  expect({ ...there, ...back.patch }).toEqual(draft);
  const byHand = { ...draft, endDate: "2026-12-24", includeDeposit: true, deposit: "10" };
  const part = switchProfile(rules, "quote", byHand, plain, grand);
  expect(part).toEqual({
    patch: { vatTreatment: "taxable", tax: "20", businessProfileId: "grand" },
    changed: ["VAT"],
  });
  const nobody = switchProfile(rules, "quote", { ...draft, issueDate: "" }, plain, null);
  expect(nobody.patch).toEqual({ businessProfileId: null });
});

test("a quote from a template has all of its content, new line ids and today's date", () => {
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
  const profile = { ...createEmptyProfile(), id: "p", quoteDays: 14 } as Profile;
  let made = 0;
  const begin = { rules, kind: "quote", profiles: [profile], contactId: "c", today: "2026-12-20" } as const;
  const draft = createDraftFromTemplate(template, begin, () => `new-${++made}`);
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

const homes = {
  ...createEmptyProfile(),
  id: "homes",
  taxNumber: "GB 416 2035 90",
  pricesIncludeVat: true,
} as Profile;

test("a new document's prices include VAT if its business wants that and it is possible", () => {
  const begin = (kind: "quote" | "invoice", profile: Profile) =>
    createDraft(rules, kind, [profile], null, "2026-12-20", "a");
  expect(begin("quote", homes).pricesIncludeVat).toBe(true);
  expect(begin("invoice", homes).pricesIncludeVat).toBe(true);
  // A business that charges no VAT has none in its prices. CIS excludes prices with VAT; quotes don't take
  // CIS from the business.
  expect(begin("quote", { ...homes, taxNumber: "" }).pricesIncludeVat).toBe(false);
  expect(begin("invoice", { ...homes, cisRate: 20 })).toMatchObject({
    pricesIncludeVat: false,
    cisRate: "20",
  });
  expect(begin("quote", { ...homes, cisRate: 20 })).toMatchObject({ pricesIncludeVat: true, cisRate: null });
  // A profile cached before the field existed.
  const { pricesIncludeVat: _, ...older } = homes;
  expect(begin("quote", older as Profile).pricesIncludeVat).toBe(false);
});

test("switching the business changes whether prices include VAT only while nothing is priced", () => {
  const plain = { ...homes, id: "plain", pricesIncludeVat: false };
  const draft = createDraft(rules, "quote", [plain], null, "2026-12-20", "a");
  const came = switchProfile(rules, "quote", draft, plain, homes);
  expect(came).toEqual({
    patch: { businessProfileId: "homes", pricesIncludeVat: true },
    changed: ["whether prices include VAT"],
  });
  const priced = { ...draft, items: draft.items.map((line) => ({ ...line, name: "Tap", price: "340.00" })) };
  expect(switchProfile(rules, "quote", priced, plain, homes)).toEqual({
    patch: { businessProfileId: "homes" },
    changed: [],
  });
});

test("switching the business does not add CIS to prices that include VAT", () => {
  const trade = { ...homes, id: "trade", pricesIncludeVat: false, cisRate: 20 };
  const draft = createDraft(rules, "invoice", [homes], null, "2026-12-20", "a");
  expect(switchProfile(rules, "invoice", draft, homes, trade).patch).toMatchObject({
    pricesIncludeVat: false,
    cisRate: "20",
  });
  const priced = { ...draft, items: draft.items.map((line) => ({ ...line, name: "Tap", price: "340.00" })) };
  expect(switchProfile(rules, "invoice", priced, homes, trade)).toEqual({
    patch: { businessProfileId: "trade" },
    changed: [],
  });
});

test("a quote from a template has prices with VAT if the template has", () => {
  const begin = { rules, kind: "quote", profiles: [homes], contactId: "c", today: "2026-12-20" } as const;
  const template = { id: "t", name: "Refit", businessProfileId: "homes", items: [], tax: "20" };
  const of = (more: object) =>
    createDraftFromTemplate({ ...template, ...more } as unknown as QuoteTemplate, begin, () => "new");
  expect(of({ pricesIncludeVat: true }).pricesIncludeVat).toBe(true);
  // Its prices were typed without VAT, whatever the business's default for new documents.
  expect(of({ pricesIncludeVat: false }).pricesIncludeVat).toBe(false);
  expect(of({}).pricesIncludeVat).toBe(false);
});
