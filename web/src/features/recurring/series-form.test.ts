import { expect, test } from "vitest";
import { createEmptyDraft } from "../../documents/editor/draft/draft";
import type { StoredDocument } from "../../documents/types";
import { loadRules } from "../../rules/rules";
import {
  changeRepeat,
  createSeries,
  findMissingField,
  formatRepeat,
  startSeriesFromInvoice,
  toRecurringDays,
  toRecurringInput,
} from "./series-form";

const rules = await loadRules();
const monthly = createSeries("2026-12-31", 14);

test("only the end that is chosen crosses", () => {
  const typed = { ...monthly, lastDay: "2027-12-31", times: "6" };
  expect(toRecurringDays(typed)).toEqual({
    firstDay: "2026-12-31",
    repeat: "monthly",
    lastDay: null,
    times: null,
  });
  expect(toRecurringDays({ ...typed, ends: "day" })).toMatchObject({ lastDay: "2027-12-31", times: null });
  expect(toRecurringDays({ ...typed, ends: "times" })).toMatchObject({ lastDay: null, times: 6 });
});

test("a series of month ends begins with one, unless its first day is that of an invoice", () => {
  const from = createSeries("2028-02-10", 14);
  expect(changeRepeat(rules, from, "monthend")).toEqual({ repeat: "monthend", firstDay: "2028-02-29" });
  expect(changeRepeat(rules, { ...from, after: "2028-02-10" }, "monthend")).toEqual({ repeat: "monthend" });
  expect(changeRepeat(rules, { ...from, firstDay: "" }, "monthend")).toEqual({ repeat: "monthend" });
  expect(changeRepeat(rules, from, "weekly")).toEqual({ repeat: "weekly" });
});

test("what is not typed yet is asked for before the server is", () => {
  expect(toRecurringDays({ ...monthly, firstDay: "" })).toBeNull();
  const open = { ...monthly, ends: "day" as const };
  expect([toRecurringDays(open), findMissingField(open)]).toEqual([
    null,
    ["lastDay", "Choose the last date."],
  ]);
  const many = { ...monthly, ends: "times" as const, times: " " };
  expect([toRecurringDays(many), findMissingField(many)?.[0]]).toEqual([null, "times"]);
  expect(findMissingField(monthly)).toBeNull();
});

test("the dates of the editor stay behind, and what is no number is refused by name", () => {
  const draft = { ...createEmptyDraft("2026-12-31", "2027-01-14", "a"), contactId: "c" };
  const input = toRecurringInput({ ...monthly, name: "Cover", daysDue: "two" }, draft);
  expect(input).toMatchObject({ name: "Cover", contactId: "c", daysDue: -1, makes: "draft", after: null });
  expect(Object.keys(input)).not.toContain("issueDate");
  expect(Object.keys(input)).not.toContain("dueDate");
});

test("each invoice has its prices with VAT, or without, as they are typed", () => {
  const draft = createEmptyDraft("2026-12-31", "2027-01-14", "a");
  expect(toRecurringInput(monthly, draft).pricesIncludeVat).toBe(false);
  expect(toRecurringInput(monthly, { ...draft, pricesIncludeVat: true }).pricesIncludeVat).toBe(true);
});

test("an invoice that comes again has as long to pay as it had", () => {
  const timeToPay = (dueDate: string) => {
    const invoice = { issueDate: "2026-12-05", dueDate, jobDescription: "", contact: null };
    const { daysDue, dueUnit } = startSeriesFromInvoice(
      rules,
      invoice as unknown as StoredDocument,
      "2026-12-05",
    );
    return [daysDue, dueUnit];
  };
  expect(timeToPay("2026-12-15")).toEqual(["10", "days"]);
  expect(timeToPay("2027-01-05")).toEqual(["1", "months"]);
  expect(timeToPay("2026-12-31")).toEqual(["0", "monthend"]);
});

test("how often is said in words", () => {
  expect(formatRepeat("quarterly")).toBe("Every three months");
});
