import { describe, expect, it } from "vitest";
import type { Treatment } from "../../../api/generated/Treatment";
import { loadRules } from "../../../rules/rules";
import {
  createEmptyDraft,
  createEmptyLine,
  type DocumentDraft,
  type LineDraft,
  toDocumentDraft,
  toRequestBody,
} from "./draft";
import {
  calculateTotals,
  createConvertPricesAction,
  createKeepPricesAction,
  getIncludedVatRate,
  getReasonPricesExcludeVat,
  getVatPriceProblem,
  hasChargedVat,
  hasPricesAffectedByVat,
} from "./pricesWithVat";
import { type DraftAction, reduceDraft } from "./reducer";

const rules = await loadRules();
const at = (treatment: Treatment, rate: string) => ({ treatment, rate });
const line = (id: string, price: string, patch: Partial<LineDraft> = {}): LineDraft => ({
  ...createEmptyLine(id),
  name: id,
  price,
  ...patch,
});
const draft = (patch: Partial<DocumentDraft>, ...items: LineDraft[]): DocumentDraft => ({
  ...createEmptyDraft("", "", ""),
  tax: "20",
  items,
  ...patch,
});
const done = (before: DocumentDraft, action: DraftAction) => reduceDraft(before, action);
const prices = ({ items }: DocumentDraft) => items.map(({ price }) => price);
const total = (of: DocumentDraft) => calculateTotals("quote", of, rules)?.totalAmount;

describe("prices that include VAT", () => {
  it("are possible except with CIS, the reverse charge or a variation", () => {
    expect(getReasonPricesExcludeVat(draft({}, line("a", "10")))).toBeNull();
    expect(getReasonPricesExcludeVat(draft({ cisRate: "0" }))).toMatch(/CIS/);
    expect(getReasonPricesExcludeVat(draft({ vatTreatment: "reverseCharge" }))).toMatch(/reverse charge/);
    const shared = line("b", "10", { vat: at("reverseCharge", "20") });
    expect(getReasonPricesExcludeVat(draft({}, line("a", "10"), shared))).toMatch(/It is on line 2\.$/);
    const varies = { id: "q", quoteNumber: "Q-0001", agreed: "100.00" };
    expect(getReasonPricesExcludeVat(draft({ varies }))).toMatch(/variation/);
  });

  it("are offered only if VAT is charged", () => {
    expect(hasChargedVat(draft({}))).toBe(true);
    expect(hasChargedVat(draft({ vatTreatment: "outsideScope" }, line("a", "10")))).toBe(false);
    expect(hasChargedVat(draft({ tax: "0" }, line("a", "10")))).toBe(false);
    expect(hasChargedVat(draft({ tax: "0" }, line("a", "10", { vat: at("taxable", "5") })))).toBe(true);
  });

  it("say what then stops a document from being saved", () => {
    expect(getVatPriceProblem(draft({ cisRate: "20" }))).toBeNull();
    expect(getVatPriceProblem(draft({ pricesIncludeVat: true }))).toBeNull();
    expect(getVatPriceProblem(draft({ pricesIncludeVat: true, cisRate: "20" }))).toMatch(/CIS/);
    expect(getVatPriceProblem(draft({ pricesIncludeVat: true, vatTreatment: "reverseCharge" }))).toMatch(
      /reverse/,
    );
  });

  it("have no rate in a document whose prices exclude VAT", () => {
    expect(getIncludedVatRate(draft({}))).toBeNull();
    expect(getIncludedVatRate(draft({ pricesIncludeVat: true }))).toBe("20");
    expect(getIncludedVatRate(draft({ pricesIncludeVat: true, vatTreatment: "exempt" }))).toBe("");
  });
});

it("asks only if something was typed that would change its meaning", () => {
  expect(hasPricesAffectedByVat(draft({}, line("a", "")))).toBe(false);
  expect(hasPricesAffectedByVat(draft({}, line("a", "0.00")))).toBe(false);
  expect(hasPricesAffectedByVat(draft({}, line("a", "10")))).toBe(true);
  expect(hasPricesAffectedByVat(draft({}, line("a", "10", { vat: at("exempt", "0") })))).toBe(false);
  expect(hasPricesAffectedByVat(draft({}, line("a", "", { includeLabour: true, labourRate: "40" })))).toBe(
    true,
  );
  expect(hasPricesAffectedByVat(draft({ includeLabour: true, labourRate: "40" }))).toBe(true);
  expect(
    hasPricesAffectedByVat(draft({ includeLabour: true, labourRate: "40", vatTreatment: "exempt" })),
  ).toBe(false);
});

describe("turning the switch", () => {
  it("leaves the numbers as they were typed, even half-typed ones", () => {
    const before = draft({ labourRate: "45" }, line("a", "340.00"), line("b", "12."));
    const turned = done(before, createKeepPricesAction(true));
    expect(turned).toEqual({ ...before, pricesIncludeVat: true });
    expect(turned.items[1]).toBe(before.items[1]);
  });

  it("puts the VAT on every price, labour rate and fixed discount, each at its own rate", () => {
    const before = draft(
      {
        includeLabour: true,
        labourHours: "2",
        labourRate: "45.50",
        includeDiscount: true,
        discountType: "other",
        discount: "27.50",
      },
      line("standard", "100"),
      line("credit", "-10"),
      line("reduced", "100", { vat: at("taxable", "5") }),
      line("exempt", "50", { vat: at("exempt", "0") }),
      line("labour", "", {
        includeLabour: true,
        labourHours: "1",
        labourRate: "40",
        optional: true,
        selected: false,
      }),
      line("four", "0.83", { quantity: "12" }),
      line("half", "abc"),
    );
    const turned = done(before, createConvertPricesAction("quote", before, true, rules));
    expect(turned.pricesIncludeVat).toBe(true);
    expect(prices(turned)).toEqual(["120.00", "-12.00", "105.00", "50", "", "0.996", "abc"]);
    expect(turned.labourRate).toBe("54.60");
    expect(turned.items[4]?.labourRate).toBe("48.00");
    // The business's costs stay without VAT; a line without VAT is the same object.
    expect(turned.items[3]).toBe(before.items[3]);
  });

  it("gives each rate's share of a fixed discount the VAT of that rate", () => {
    const fixed = { includeDiscount: true, discountType: "other" as const, discount: "50" };
    const before = draft(
      fixed,
      line("a", "200"),
      line("b", "200", { vat: at("taxable", "5") }),
      line("c", "100", { vat: at("exempt", "0") }),
    );
    // Shares of 20.00, 20.00 and 10.00.
    expect(done(before, createConvertPricesAction("quote", before, true, rules)).discount).toBe("55.00");
    const percent = { ...before, discountType: "percentage" as const };
    expect(done(percent, createConvertPricesAction("quote", percent, true, rules)).discount).toBe("50");
  });

  it("takes the VAT out again, to the same prices", () => {
    const before = draft({}, line("a", "283.3333"), line("b", "11.5833"), line("c", "4.255"));
    const turned = done(before, createConvertPricesAction("quote", before, true, rules));
    expect(prices(turned)).toEqual(["340.00", "13.90", "5.106"]);
    const back = done(turned, createConvertPricesAction("quote", turned, false, rules));
    expect(back.pricesIncludeVat).toBe(false);
    expect(prices(back)).toEqual(["283.3333", "11.5833", "4.255"]);
  });
});

// The examples of docs/rules.md, section 8, calculated by core.
describe("what the customer pays", () => {
  it("is what was typed: 340.00 and 13.90", () => {
    const of = draft({ pricesIncludeVat: true }, line("a", "340.00"), line("b", "13.90"));
    const totals = calculateTotals("quote", of, rules);
    expect(totals).toMatchObject({ totalAmount: "353.90", vatAmount: "58.98" });
    expect(totals?.vatGroups).toMatchObject([{ net: "353.90", taxable: "294.92", vat: "58.98" }]);
  });

  it("stays the same if VAT is added to the prices", () => {
    const before = draft({}, line("a", "100"), line("b", "0.83", { quantity: "12" }));
    expect(total(before)).toBe("131.95");
    expect(total(done(before, createConvertPricesAction("quote", before, true, rules)))).toBe("131.95");
    expect(total(done(before, createKeepPricesAction(true)))).toBe("109.96");
  });

  it("is reached exactly by a discount", () => {
    const of = draft({ pricesIncludeVat: true }, line("a", "340.00"), line("b", "13.90"));
    expect(rules.discountFor(toRequestBody("quote", of), "333.33")).toMatchObject({
      discount: "20.57",
      exact: true,
    });
  });
});

it("reads a document without the field as one whose prices exclude VAT", () => {
  expect(toDocumentDraft("quote", { items: [] }, () => "new").pricesIncludeVat).toBe(false);
  expect(toDocumentDraft("quote", { items: [], pricesIncludeVat: true }, () => "new").pricesIncludeVat).toBe(
    true,
  );
  expect(toRequestBody("quote", draft({ pricesIncludeVat: true }))).toMatchObject({ pricesIncludeVat: true });
});
