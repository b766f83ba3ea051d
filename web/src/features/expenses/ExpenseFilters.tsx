import { todayInLondon } from "../../rules/calendar";
import { type Period, periodsOn } from "../../rules/periods";
import { SelectField } from "../../ui/SelectField";
import { categoryChoices } from "./expense";

const categories = [{ value: "", label: "All categories" }, ...categoryChoices];
const receipts = [
  { value: "", label: "All receipts" },
  { value: "without", label: "Without a receipt" },
];

/** What the list is narrowed to: days, a category, and what still lacks its receipt. */
export function ExpenseFilters({
  category,
  period,
  receipt,
  onNarrow,
}: {
  category: string;
  period: Period | undefined;
  receipt: string;
  onNarrow: (name: string, value: string) => void;
}) {
  const offered = periodsOn(todayInLondon());
  const all = period && !offered.some(({ value }) => value === period.value) ? [period, ...offered] : offered;
  return (
    <div className="grid flex-1 grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2 md:max-w-2xl md:grid-cols-3">
      <SelectField
        label="When"
        hideLabel
        value={period?.value ?? ""}
        onChange={(event) => onNarrow("period", event.target.value)}
        options={[{ value: "", label: "All dates" }, ...all]}
      />
      <SelectField
        label="Category"
        hideLabel
        value={category}
        onChange={(event) => onNarrow("category", event.target.value)}
        options={categories}
      />
      <SelectField
        label="Receipt"
        hideLabel
        value={receipt}
        onChange={(event) => onNarrow("receipt", event.target.value)}
        options={receipts}
      />
    </div>
  );
}
