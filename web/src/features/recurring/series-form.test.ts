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

test("sends only the kind of end that is chosen", () => {
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

test("moves the first date to the end of its month, unless it is the date of an invoice", () => {
  const from = createSeries("2028-02-10", 14);
  expect(changeRepeat(rules, from, "monthend")).toEqual({ repeat: "monthend", firstDay: "2028-02-29" });
  expect(changeRepeat(rules, { ...from, after: "2028-02-10" }, "monthend")).toEqual({ repeat: "monthend" });
  expect(changeRepeat(rules, { ...from, firstDay: "" }, "monthend")).toEqual({ repeat: "monthend" });
  expect(changeRepeat(rules, from, "weekly")).toEqual({ repeat: "weekly" });
});

test("names the missing field instead of sending an incomplete series", () => {
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

test("leaves out the editor's dates, and sends -1 for a number of days that is not a number", () => {
  const draft = { ...createEmptyDraft("2026-12-31", "2027-01-14", "a"), contactId: "c" };
  const input = toRecurringInput({ ...monthly, name: "Cover", daysDue: "two" }, draft);
  expect(input).toMatchObject({ name: "Cover", contactId: "c", daysDue: -1, makes: "draft", after: null });
  expect(Object.keys(input)).not.toContain("issueDate");
  expect(Object.keys(input)).not.toContain("dueDate");
});

test("sends whether the prices include VAT", () => {
  const draft = createEmptyDraft("2026-12-31", "2027-01-14", "a");
  expect(toRecurringInput(monthly, draft).pricesIncludeVat).toBe(false);
  expect(toRecurringInput(monthly, { ...draft, pricesIncludeVat: true }).pricesIncludeVat).toBe(true);
});

test("takes over the payment terms of the invoice that is repeated", () => {
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

test("describes how often an invoice is repeated", () => {
  expect(formatRepeat("quarterly")).toBe("Every three months");
});
