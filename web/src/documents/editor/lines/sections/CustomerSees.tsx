import { useId } from "react";
import type { PriceDisplay } from "../../../../api/generated/PriceDisplay";
import { Segmented } from "../../../../ui/Tabs";

const SHOWN: { value: PriceDisplay; label: string; says: string }[] = [
  { value: "lines", label: "Line prices", says: "Each line shows its price." },
  {
    value: "sections",
    label: "Section prices",
    says: "Each section shows what it comes to, and no line its price. An optional line shows its own.",
  },
  {
    value: "one",
    label: "One price",
    says: "The total and what leads to it, and nothing before. An optional line shows its own price.",
  },
];

/** Which prices a quote's customer sees. */
export function CustomerSees({
  value,
  onValueChange,
}: {
  value: PriceDisplay;
  onValueChange: (value: PriceDisplay) => void;
}) {
  const id = useId();
  const shown = SHOWN.find((one) => one.value === value);
  return (
    <div className="mt-5">
      <h3 id={id} className="font-medium text-sm">
        What the customer sees
      </h3>
      <Segmented
        label="What the customer sees"
        value={value}
        onValueChange={onValueChange}
        options={SHOWN}
        className="mt-1.5 w-full sm:w-auto"
      />
      <p className="mt-1.5 text-quiet text-sm">
        {shown?.says}
        {value !== "lines" && " Your invoice shows each line’s price."}
      </p>
    </div>
  );
}
