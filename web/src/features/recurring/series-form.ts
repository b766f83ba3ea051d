import type { DueUnit } from "../../api/generated/DueUnit";
import type { Recurring } from "../../api/generated/Recurring";
import type { RecurringDays } from "../../api/generated/RecurringDays";
import type { RecurringInput } from "../../api/generated/RecurringInput";
import type { RecurringMakes } from "../../api/generated/RecurringMakes";
import type { Repeat } from "../../api/generated/Repeat";
import { type DocumentDraft, toRequestBody } from "../../documents/editor/draft/draft";
import { findTermForDueDate } from "../../documents/paymentTerms";
import type { StoredDocument } from "../../documents/types";
import { daysBetween } from "../../rules/calendar";
import type { Rules } from "../../rules/rules";

type DueDateRules = Pick<Rules, "dueOn">;

/** How often an invoice repeats, with labels. */
export const REPEATS: { value: Repeat; label: string }[] = [
  { value: "weekly", label: "Every week" },
  { value: "fortnightly", label: "Every two weeks" },
  { value: "monthly", label: "Every month" },
  { value: "monthend", label: "On the last day of the month" },
  { value: "quarterly", label: "Every three months" },
  { value: "yearly", label: "Every year" },
];

export const formatRepeat = (repeat: Repeat) => REPEATS.find(({ value }) => value === repeat)?.label ?? "";

/** The values of the schedule's fields: every number is a string as typed. */
export interface RecurringSeriesForm {
  name: string;
  firstDay: string;
  repeat: Repeat;
  ends: "never" | "day" | "times";
  lastDay: string;
  times: string;
  daysDue: string;
  /** The unit of `daysDue`. */
  dueUnit: DueUnit;
  makes: RecurringMakes;
  /** The date of the invoice that a new series repeats. */
  after: string | null;
}

/** A series that repeats an invoice: it starts from the invoice's own date and has the same payment terms. */
export function startSeriesFromInvoice(
  rules: DueDateRules,
  invoice: StoredDocument,
  today: string,
): RecurringSeriesForm {
  const { issueDate, dueDate, contact, jobDescription } = invoice;
  const { count, unit } = findPaymentTerm(rules, issueDate ?? "", dueDate ?? "");
  const job = (jobDescription.split("\n")[0] ?? "").trim();
  return {
    ...createSeries(issueDate || today, count, unit),
    name: (job || contact?.name || contact?.company || "").slice(0, 80),
    after: issueDate,
  };
}

/**
 * The payment terms between an invoice's date and its due date: one of the usual terms if it matches,
 * otherwise in days.
 */
function findPaymentTerm(
  rules: DueDateRules,
  issueDate: string,
  dueDate: string,
): { count: number; unit: DueUnit } {
  if (issueDate === "" || dueDate === "") return { count: 14, unit: "days" };
  const days = Math.max(0, daysBetween(issueDate, dueDate));
  return findTermForDueDate(rules, issueDate, dueDate) ?? { count: days, unit: "days" };
}

/** A new series. */
export function createSeries(
  firstDay: string,
  daysDue: number,
  dueUnit: DueUnit = "days",
): RecurringSeriesForm {
  return {
    name: "",
    firstDay,
    repeat: "monthly",
    ends: "never",
    lastDay: "",
    times: "12",
    daysDue: String(daysDue),
    dueUnit,
    makes: "draft",
    after: null,
  };
}

export function toSeriesForm(recurring: Recurring): RecurringSeriesForm {
  const { name, firstDay, repeat, lastDay, times, daysDue, dueUnit, makes } = recurring;
  return {
    name,
    firstDay,
    repeat,
    ends: lastDay ? "day" : times ? "times" : "never",
    lastDay: lastDay ?? "",
    times: String(times ?? 12),
    daysDue: String(daysDue),
    dueUnit,
    makes,
    after: null,
  };
}

/**
 * What changes with how often the invoice repeats: a series of month ends starts at a month end, unless its
 * first date is an existing invoice's own.
 */
export function changeRepeat(
  { dueOn }: DueDateRules,
  series: RecurringSeriesForm,
  repeat: Repeat,
): Partial<RecurringSeriesForm> {
  const isFree = repeat === "monthend" && series.after === null && series.firstDay !== "";
  return isFree ? { repeat, firstDay: dueOn(series.firstDay, 0, "monthend") } : { repeat };
}

/** A whole number as typed; anything else becomes one that the server reports as wrong. */
const parseWholeNumber = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : -1);

/** The schedule for a request to the server; null while it has no first date, or lacks its chosen end. */
export function toRecurringDays(series: RecurringSeriesForm): RecurringDays | null {
  const { firstDay, repeat, ends, lastDay, times } = series;
  const lacksEnd = (ends === "day" && lastDay === "") || (ends === "times" && times.trim() === "");
  if (firstDay === "" || lacksEnd) return null;
  return {
    firstDay,
    repeat,
    lastDay: ends === "day" ? lastDay : null,
    times: ends === "times" ? parseWholeNumber(times) : null,
  };
}

/** Converts the form to the input of a write. */
export function toRecurringInput(series: RecurringSeriesForm, draft: DocumentDraft): RecurringInput {
  const { issueDate: _, dueDate: __, ...document } = toRequestBody("invoice", draft);
  const { name, firstDay, repeat, ends, lastDay, times, daysDue, dueUnit, makes, after } = series;
  return {
    ...document,
    name,
    firstDay: firstDay || null,
    repeat,
    lastDay: ends === "day" ? lastDay || null : null,
    times: ends === "times" ? parseWholeNumber(times) : null,
    daysDue: parseWholeNumber(daysDue),
    dueUnit,
    makes,
    after,
  };
}

/** A missing field that needs no request to the server: its name and the message. */
export function findMissingField({ ends, lastDay, times }: RecurringSeriesForm): [string, string] | null {
  if (ends === "day" && lastDay === "") return ["lastDay", "Choose the last date."];
  if (ends === "times" && times.trim() === "") return ["times", "Enter how many invoices."];
  return null;
}
