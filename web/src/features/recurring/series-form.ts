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

/** How often, as a person says it. */
export const REPEATS: { value: Repeat; label: string }[] = [
  { value: "weekly", label: "Every week" },
  { value: "fortnightly", label: "Every two weeks" },
  { value: "monthly", label: "Every month" },
  { value: "monthend", label: "On the last day of the month" },
  { value: "quarterly", label: "Every three months" },
  { value: "yearly", label: "Every year" },
];

export const formatRepeat = (repeat: Repeat) => REPEATS.find(({ value }) => value === repeat)?.label ?? "";

/** What stands in the fields about its days: every number is the text that was typed. */
export interface RecurringSeriesForm {
  name: string;
  firstDay: string;
  repeat: Repeat;
  ends: "never" | "day" | "times";
  lastDay: string;
  times: string;
  daysDue: string;
  /** What `daysDue` counts. */
  dueUnit: DueUnit;
  makes: RecurringMakes;
  /** The day of the invoice that a new one repeats. */
  after: string | null;
}

/** Of an invoice that is to come again: its own day is the first, and as long to pay as it had. */
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

/** How long lies between an invoice's date and its due date, as people say it where they do; else in days. */
function findPaymentTerm(
  rules: DueDateRules,
  issueDate: string,
  dueDate: string,
): { count: number; unit: DueUnit } {
  if (issueDate === "" || dueDate === "") return { count: 14, unit: "days" };
  const days = Math.max(0, daysBetween(issueDate, dueDate));
  return findTermForDueDate(rules, issueDate, dueDate) ?? { count: days, unit: "days" };
}

/** A new one. */
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

/** What changes with how often it comes again: a series of month ends begins with one, unless its first day is an invoice's own. */
export function changeRepeat(
  { dueOn }: DueDateRules,
  series: RecurringSeriesForm,
  repeat: Repeat,
): Partial<RecurringSeriesForm> {
  const isFree = repeat === "monthend" && series.after === null && series.firstDay !== "";
  return isFree ? { repeat, firstDay: dueOn(series.firstDay, 0, "monthend") } : { repeat };
}

/** A whole number as typed; what is none is one that the server names as wrong. */
const parseWholeNumber = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : -1);

/** Its days, as the server is asked about them; null while there is no first day, or no end where one is chosen. */
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

/** What a write carries. */
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

/** What is missing before the server need be asked. */
export function findMissingField({ ends, lastDay, times }: RecurringSeriesForm): [string, string] | null {
  if (ends === "day" && lastDay === "") return ["lastDay", "Choose the last date."];
  if (ends === "times" && times.trim() === "") return ["times", "Enter how many invoices."];
  return null;
}
