import { expect, test } from "vitest";
import { loadRules } from "../../../rules/rules";
import { type Draft, emptyDraft, emptyLine } from "../draft/draft";
import { restOf } from "./raise";

const rules = await loadRules();

const draft = (patch: Partial<Draft>): Draft => ({
  ...emptyDraft("2026-11-16", "2026-11-30", "a"),
  items: [{ ...emptyLine("a"), name: "Tap", quantity: "1", price: "100" }],
  ...patch,
});
const plain = { vatTreatment: "outsideScope" } as const;
const taxed = { vatTreatment: "taxable", tax: "20" } as const;

test("a line more brings the total to what was asked for, VAT and discount included", () => {
  expect(restOf(rules, "quote", draft(plain), "112.34")).toEqual({ price: "12.34", total: "112.34" });
  expect(restOf(rules, "quote", draft(taxed), "150.00")).toEqual({ price: "25.00", total: "150.00" });
  const tenOff = { ...plain, includeDiscount: true, discountType: "percentage", discount: "10" } as const;
  expect(restOf(rules, "quote", draft(tenOff), "180.00")).toEqual({ price: "100.00", total: "180.00" });
});

test("where the pence of VAT leave no such total, it is the nearest one", () => {
  // 100.02 and 100.03 without VAT come to 120.02 and 120.04.
  const rest = restOf(rules, "quote", draft(taxed), "120.03");
  expect(rest && Math.abs(Number(rest.total) - 120.03)).toBeCloseTo(0.01);
});

test("there is nothing to add to a total that is high enough", () => {
  expect(restOf(rules, "quote", draft(plain), "100.00")).toBeNull();
  expect(restOf(rules, "quote", draft(plain), "40.00")).toBeNull();
});
