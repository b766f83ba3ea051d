import type { BankColumn } from "../../../api/generated/BankColumn";
import type { BankQuestion } from "../../../api/generated/BankQuestion";
import type { BankReadingSaid } from "../../../api/generated/BankReadingSaid";
import type { BankReport } from "../../../api/generated/BankReport";
import { Banner } from "../../../ui/Banner";
import { Disclosure } from "../../../ui/Disclosure";
import { SelectField } from "../../../ui/SelectField";

const COLUMN_OPTIONS: { value: BankColumn; label: string }[] = [
  { value: "ignored", label: "Not used" },
  { value: "date", label: "Date" },
  { value: "name", label: "Paid to" },
  { value: "words", label: "Description" },
  { value: "reference", label: "Reference" },
  { value: "amount", label: "Amount, in or out" },
  { value: "out", label: "Money out" },
  { value: "in", label: "Money in" },
  { value: "direction", label: "Debit or credit" },
  { value: "fee", label: "Fee" },
  { value: "currency", label: "Currency" },
  { value: "state", label: "Status" },
  { value: "account", label: "Account" },
  { value: "kind", label: "Type of payment" },
];

const QUESTIONS: Record<BankQuestion, { title: string; text: string }> = {
  columns: {
    title: "Which columns are these?",
    text: "Choose the column with the date and the one with the amount, or the two for money out and money in.",
  },
  dates: {
    title: "Is the day or the month first?",
    text: "The dates in this file can be read either way. Please choose below.",
  },
  signs: {
    title: "Did this money go out?",
    text: "This file doesn’t say which amounts you spent. Please choose below.",
  },
};

/**
 * What the columns of a bank's file are, its date format, and which amounts are outgoing: as detected, and
 * editable.
 */
export function BankReadingCard({
  report,
  isChanged,
  onChange,
}: {
  report: BankReport;
  /** Whether somebody has changed it: then it stays open, since there may be more to change. */
  isChanged: boolean;
  onChange: (change: Partial<BankReadingSaid>) => void;
}) {
  const { reading, columns, asks } = report;
  /** The value of a field; empty if the server asks about it, so that nothing is preselected. */
  const getValue = <T extends string>(question: BankQuestion, found: T) =>
    asks.includes(question) ? "" : found;
  const getUnansweredOption = (question: BankQuestion) =>
    asks.includes(question) ? [{ value: "", label: "Please choose" }] : [];
  const setColumn = (at: number, value: string) => {
    const holds = COLUMN_OPTIONS.find((column) => column.value === value)?.value ?? "ignored";
    onChange({ columns: reading.columns.map((column, place) => (place === at ? holds : column)) });
  };
  const fields = (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <SelectField
        label="Dates"
        value={getValue("dates", reading.dates)}
        onChange={({ target: { value } }) => {
          if (value) onChange({ dates: value === "monthFirst" ? "monthFirst" : "dayFirst" });
        }}
        options={[
          ...getUnansweredOption("dates"),
          { value: "dayFirst", label: "Day first, 31/12/2026" },
          { value: "monthFirst", label: "Month first, 12/31/2026" },
        ]}
      />
      <SelectField
        label="Amounts you spent"
        value={getValue("signs", reading.signs)}
        onChange={({ target: { value } }) => {
          if (value) onChange({ signs: value === "spentAbove" ? "spentAbove" : "spentBelow" });
        }}
        options={[
          ...getUnansweredOption("signs"),
          { value: "spentBelow", label: "Have a minus, −43.20" },
          { value: "spentAbove", label: "Have no minus, 43.20" },
        ]}
      />
      {columns.map(({ heading, example }, at) => (
        <SelectField
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name than their place
          key={at}
          label={heading || `Column ${at + 1}`}
          help={example}
          value={reading.columns[at] ?? "ignored"}
          onChange={({ target: { value } }) => setColumn(at, value)}
          options={COLUMN_OPTIONS}
        />
      ))}
    </div>
  );
  return (
    <div className="flex flex-col gap-4">
      {asks.map((question) => (
        <Banner key={question} tone="amber" title={QUESTIONS[question].title}>
          {QUESTIONS[question].text}
        </Banner>
      ))}
      <Disclosure
        label="How this file is read"
        hint="What you change here is remembered for your next file from this bank."
        forced={asks.length > 0 || isChanged}
      >
        {fields}
      </Disclosure>
    </div>
  );
}
