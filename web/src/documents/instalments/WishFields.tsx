import type { FieldError } from "../../api/generated/FieldError";
import { DateField } from "../../ui/DateField";
import { MoneyField, NumberField } from "../../ui/NumberField";
import { Segmented } from "../../ui/Tabs";
import type { Wish } from "./wish";

const EVERY: { value: Wish["every"]; label: string }[] = [
  { value: "weekly", label: "Weekly" },
  { value: "fortnightly", label: "Fortnightly" },
  { value: "monthly", label: "Monthly" },
];

/** How many, from when on and how often; and what the first is where it is not as much as the others. */
export function WishFields({
  wish,
  error,
  onChange,
}: {
  wish: Wish;
  error: FieldError | null;
  onChange: (wish: Wish) => void;
}) {
  const wrong = (path: string) => (error?.path === path ? error.msg : undefined);
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-4">
        <NumberField
          label="How many"
          whole
          value={wish.count}
          onValueChange={(count) => onChange({ ...wish, count })}
          error={wrong("count")}
        />
        <MoneyField
          label="First one"
          optional
          placeholder="the same"
          value={wish.firstAmount}
          onValueChange={(firstAmount) => onChange({ ...wish, firstAmount })}
          error={wrong("firstAmount")}
        />
      </div>
      <DateField
        label="First date"
        value={wish.first}
        onValueChange={(first) => onChange({ ...wish, first })}
        error={wrong("first")}
      />
      <Segmented
        label="How often"
        value={wish.every}
        onValueChange={(every) => onChange({ ...wish, every })}
        options={EVERY}
      />
    </div>
  );
}
