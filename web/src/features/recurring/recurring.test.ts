import { expect, test } from "vitest";
import { emptyDraft } from "../../documents/editor/draft/draft";
import type { StoredDocument } from "../../documents/types";
import { loadRules } from "../../rules/rules";
import {
  daysOf,
  emptySeries,
  missing,
  recurringInput,
  repeating,
  repeatWords,
  seriesOfInvoice,
} from "./recurring";

const rules = await loadRules();
const monthly = emptySeries("2026-12-31", 14);

test("only the end that is chosen crosses", () => {
  const typed = { ...monthly, lastDay: "2027-12-31", times: "6" };
  expect(daysOf(typed)).toEqual({ firstDay: "2026-12-31", repeat: "monthly", lastDay: null, times: null });
  expect(daysOf({ ...typed, ends: "day" })).toMatchObject({ lastDay: "2027-12-31", times: null });
  expect(daysOf({ ...typed, ends: "times" })).toMatchObject({ lastDay: null, times: 6 });
});

test("a series of month ends begins with one, unless its first day is that of an invoice", () => {
  const from = emptySeries("2028-02-10", 14);
  expect(repeating(rules, from, "monthend")).toEqual({ repeat: "monthend", firstDay: "2028-02-29" });
  expect(repeating(rules, { ...from, after: "2028-02-10" }, "monthend")).toEqual({ repeat: "monthend" });
  expect(repeating(rules, { ...from, firstDay: "" }, "monthend")).toEqual({ repeat: "monthend" });
  expect(repeating(rules, from, "weekly")).toEqual({ repeat: "weekly" });
});

test("what is not typed yet is asked for before the server is", () => {
  expect(daysOf({ ...monthly, firstDay: "" })).toBeNull();
  const open = { ...monthly, ends: "day" as const };
  expect([daysOf(open), missing(open)]).toEqual([null, ["lastDay", "Choose the last date."]]);
  const many = { ...monthly, ends: "times" as const, times: " " };
  expect([daysOf(many), missing(many)?.[0]]).toEqual([null, "times"]);
  expect(missing(monthly)).toBeNull();
});

test("the dates of the editor stay behind, and what is no number is refused by name", () => {
  const draft = { ...emptyDraft("2026-12-31", "2027-01-14", "a"), contactId: "c" };
  const input = recurringInput({ ...monthly, name: "Cover", daysDue: "two" }, draft);
  expect(input).toMatchObject({ name: "Cover", contactId: "c", daysDue: -1, makes: "draft", after: null });
  expect(Object.keys(input)).not.toContain("issueDate");
  expect(Object.keys(input)).not.toContain("dueDate");
});

test("each invoice has its prices with VAT, or without, as they are typed", () => {
  const draft = emptyDraft("2026-12-31", "2027-01-14", "a");
  expect(recurringInput(monthly, draft).pricesIncludeVat).toBe(false);
  expect(recurringInput(monthly, { ...draft, pricesIncludeVat: true }).pricesIncludeVat).toBe(true);
});

test("an invoice that comes again has as long to pay as it had", () => {
  const timeToPay = (dueDate: string) => {
    const invoice = { issueDate: "2026-12-05", dueDate, jobDescription: "", contact: null };
    const { daysDue, dueUnit } = seriesOfInvoice(rules, invoice as unknown as StoredDocument, "2026-12-05");
    return [daysDue, dueUnit];
  };
  expect(timeToPay("2026-12-15")).toEqual(["10", "days"]);
  expect(timeToPay("2027-01-05")).toEqual(["1", "months"]);
  expect(timeToPay("2026-12-31")).toEqual(["0", "monthend"]);
});

test("how often is said in words", () => {
  expect(repeatWords("quarterly")).toBe("Every three months");
});
