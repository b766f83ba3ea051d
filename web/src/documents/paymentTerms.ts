import type { DueUnit } from "../api/generated/DueUnit";
import type { Rules } from "../rules/rules";

/** How long a customer has to pay: a number of days, months or month ends. */
export interface PaymentTerm {
  value: string;
  label: string;
  count: number;
  unit: DueUnit;
}

/** The payment terms, with their usual labels. */
export const PAYMENT_TERMS: readonly PaymentTerm[] = [
  { value: "0d", label: "The same day", count: 0, unit: "days" },
  { value: "7d", label: "In 7 days", count: 7, unit: "days" },
  { value: "14d", label: "In 14 days", count: 14, unit: "days" },
  { value: "30d", label: "In 30 days", count: 30, unit: "days" },
  { value: "60d", label: "In 60 days", count: 60, unit: "days" },
  { value: "1m", label: "In 1 month", count: 1, unit: "months" },
  { value: "2m", label: "In 2 months", count: 2, unit: "months" },
  { value: "3m", label: "In 3 months", count: 3, unit: "months" },
  { value: "end", label: "At the end of the month", count: 0, unit: "monthend" },
  { value: "next", label: "At the end of next month", count: 1, unit: "monthend" },
];

/** The first term that gives an invoice's own due date; undefined if there is none. */
export function findTermForDueDate(
  { dueOn }: Pick<Rules, "dueOn">,
  from: string,
  due: string,
): PaymentTerm | undefined {
  if (from === "" || due === "") return;
  return PAYMENT_TERMS.find(({ count, unit }) => dueOn(from, count, unit) === due);
}

/** When an invoice is due after its issue date: `14 days later`. */
export function describeDueDate(count: number, unit: DueUnit): string {
  if (unit === "monthend") {
    if (count === 0) return "at the end of the month";
    return count === 1 ? "at the end of next month" : `at the end of the month, ${count} months later`;
  }
  if (count === 0) return "straight away";
  if (unit === "months") return count === 1 ? "a month later" : `${count} months later`;
  return count === 1 ? "the day after" : `${count} days later`;
}
