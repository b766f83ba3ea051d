import { todayInLondon } from "../../rules/calendar";
import { listPeriods, type Period } from "../../rules/periods";
import { SelectField } from "../../ui/SelectField";
import { categoryOptions } from "./expense";

const categories = [{ value: "", label: "All categories" }, ...categoryOptions];
const receipts = [
  { value: "", label: "All receipts" },
  { value: "without", label: "Without a receipt" },
];

/** What the list is narrowed to: days, a category, and what still lacks its receipt. */
export function ExpenseFilters({
  category,
  period,
  receipt,
  onFilterChange,
}: {
  category: string;
  period: Period | undefined;
  receipt: string;
  onFilterChange: (name: string, value: string) => void;
}) {
  const periods = listPeriods(todayInLondon());
  const all = period && !periods.some(({ value }) => value === period.value) ? [period, ...periods] : periods;
  return (
    <div className="grid flex-1 grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2 md:max-w-2xl md:grid-cols-3">
      <SelectField
        label="When"
        hideLabel
        value={period?.value ?? ""}
        onChange={(event) => onFilterChange("period", event.target.value)}
        options={[{ value: "", label: "All dates" }, ...all]}
      />
      <SelectField
        label="Category"
        hideLabel
        value={category}
        onChange={(event) => onFilterChange("category", event.target.value)}
        options={categories}
      />
      <SelectField
        label="Receipt"
        hideLabel
        value={receipt}
        onChange={(event) => onFilterChange("receipt", event.target.value)}
        options={receipts}
      />
    </div>
  );
}
