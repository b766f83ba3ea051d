import { expect, it } from "vitest";
import { getActivityPath } from "./activityPath";

const happened = (subjectKind: string, subjectId = "s1", kind = "updated") =>
  getActivityPath({
    id: "a1",
    kind,
    actor: "business",
    sentence: "",
    subjectKind,
    subjectId,
    data: {},
    createdAt: 0,
  });

it.each([
  ["quote", "/quotes/s1"],
  ["invoice", "/invoices/s1"],
  ["credit_note", "/credit-notes/s1"],
  ["contact", "/contacts/s1"],
  ["item", "/items/edit/s1"],
  ["expense", "/expenses/edit/s1"],
  ["recurring_invoice", "/recurring/s1"],
  ["business_profile", "/settings/business-profiles/s1"],
  // These have no page for a single record.
  ["quote_template", "/quotes/templates"],
  ["tax_year", "/income-tax"],
  ["other_income", "/income-tax"],
  ["cis_statement", "/cis"],
  ["vat_return", "/vat"],
  ["cis_return", "/cis/contractor"],
  ["of another version", undefined],
])("links from an activity to its record: %s", (subjectKind, place) => {
  expect(happened(subjectKind)).toBe(place);
});

it("links from imported expenses to all of them", () => {
  expect(happened("expense", "")).toBe("/expenses");
});

it("leads nowhere from what was deleted", () => {
  expect(happened("quote", "s1", "deleted")).toBeUndefined();
});
