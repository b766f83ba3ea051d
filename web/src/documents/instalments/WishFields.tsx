import type { FieldError } from "../../api/generated/FieldError";
import { DateField } from "../../ui/DateField";
import { MoneyField, NumberField } from "../../ui/NumberField";
import { SegmentedControl } from "../../ui/Tabs";
import type { InstalmentPlanInput } from "./wish";

const INTERVAL_OPTIONS: { value: InstalmentPlanInput["every"]; label: string }[] = [
  { value: "weekly", label: "Weekly" },
  { value: "fortnightly", label: "Fortnightly" },
  { value: "monthly", label: "Monthly" },
];

/** How many, from when on and how often; and what the first is where it is not as much as the others. */
export function InstalmentPlanFields({
  planInput,
  error,
  onChange,
}: {
  planInput: InstalmentPlanInput;
  error: FieldError | null;
  onChange: (planInput: InstalmentPlanInput) => void;
}) {
  const errorFor = (path: string) => (error?.path === path ? error.msg : undefined);
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-4">
        <NumberField
          label="How many"
          whole
          value={planInput.count}
          onValueChange={(count) => onChange({ ...planInput, count })}
          error={errorFor("count")}
        />
        <MoneyField
          label="First one"
          optional
          placeholder="the same"
          value={planInput.firstAmount}
          onValueChange={(firstAmount) => onChange({ ...planInput, firstAmount })}
          error={errorFor("firstAmount")}
        />
      </div>
      <DateField
        label="First date"
        value={planInput.first}
        onValueChange={(first) => onChange({ ...planInput, first })}
        error={errorFor("first")}
      />
      <SegmentedControl
        label="How often"
        value={planInput.every}
        onValueChange={(every) => onChange({ ...planInput, every })}
        options={INTERVAL_OPTIONS}
      />
    </div>
  );
}
