import { useState } from "react";
import { monthEnd, plusMonths, todayInLondon } from "../../../rules/calendar";
import { useRules } from "../../../rules/rules";
import { SelectField } from "../../../ui/SelectField";

type PlusDays = (date: string, days: number) => string;

/** How long a customer has to pay, as people say it, and the due date that it makes of an invoice's own. */
const TERMS: { value: string; label: string; due: (from: string, plusDays: PlusDays) => string }[] = [
  { value: "0d", label: "The same day", due: (from) => from },
  { value: "7d", label: "In 7 days", due: (from, plusDays) => plusDays(from, 7) },
  { value: "14d", label: "In 14 days", due: (from, plusDays) => plusDays(from, 14) },
  { value: "30d", label: "In 30 days", due: (from, plusDays) => plusDays(from, 30) },
  { value: "60d", label: "In 60 days", due: (from, plusDays) => plusDays(from, 60) },
  { value: "1m", label: "In 1 month", due: (from) => plusMonths(from, 1) },
  { value: "2m", label: "In 2 months", due: (from) => plusMonths(from, 2) },
  { value: "3m", label: "In 3 months", due: (from) => plusMonths(from, 3) },
  { value: "end", label: "At the end of the month", due: (from) => monthEnd(from) },
  {
    value: "next",
    label: "At the end of next month",
    due: (from) => monthEnd(plusMonths(`${from.slice(0, 8)}01`, 1)),
  },
];

const OTHER = "other";

/** Sets an invoice's due date by how long its customer has to pay. */
export function PaymentTerms({
  issueDate,
  dueDate,
  onChange,
}: {
  issueDate: string;
  dueDate: string;
  onChange: (dueDate: string) => void;
}) {
  const { plusDays } = useRules();
  // Thirty days are a month now and then: what was chosen last is what it says.
  const [chosen, setChosen] = useState("");
  if (issueDate === "") return null;
  const fits = ({ due }: (typeof TERMS)[number]) => due(issueDate, plusDays) === dueDate;
  const at = TERMS.find((terms) => terms.value === chosen && fits(terms)) ?? TERMS.find(fits);
  const isToday = issueDate === todayInLondon();
  return (
    <SelectField
      label="Payment due"
      value={at?.value ?? OTHER}
      options={[
        ...TERMS.map(({ value, label }) => ({ value, label: value === "0d" && isToday ? "Today" : label })),
        // What a date says that is none of these.
        ...(at ? [] : [{ value: OTHER, label: "On the due date" }]),
      ]}
      onChange={({ target }) => {
        const terms = TERMS.find(({ value }) => value === target.value);
        setChosen(target.value);
        if (terms) onChange(terms.due(issueDate, plusDays));
      }}
    />
  );
}
