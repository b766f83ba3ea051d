import { Eye } from "lucide-react";
import { useState } from "react";
import { flushSync } from "react-dom";
import type { PriceDisplay } from "../../../api/generated/PriceDisplay";
import { Button } from "../../../ui/Button";
import { SegmentedControl } from "../../../ui/Tabs";

const TITLE = "What the customer sees";

const PRICE_DISPLAYS: { value: PriceDisplay; label: string; description: string }[] = [
  { value: "lines", label: "Line prices", description: "Each line shows its price." },
  {
    value: "sections",
    label: "Section prices",
    description:
      "Sections show their totals, lines don’t show their prices. Optional lines still show theirs.",
  },
  {
    value: "one",
    label: "One price",
    description: "Only the totals at the end show. Optional lines still show their own price.",
  },
];

/** Chooses which prices a quote's customer sees; collapsed unless something makes it relevant. */
export function PriceDisplayPicker({
  value,
  onValueChange,
  isAlwaysOpen,
}: {
  value: PriceDisplay;
  onValueChange: (value: PriceDisplay) => void;
  /** There are sections, so that section prices could be displayed. */
  isAlwaysOpen: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const selected = PRICE_DISPLAYS.find((one) => one.value === value);
  if (!isAlwaysOpen && !isOpen && value === "lines") {
    return (
      <Button
        variant="quiet"
        icon={<Eye aria-hidden size={20} strokeWidth={1.75} />}
        onClick={(event) => {
          const container = event.currentTarget.parentElement;
          flushSync(() => setOpen(true));
          container?.querySelector<HTMLElement>('[role="radio"][aria-checked="true"]')?.focus();
        }}
      >
        {TITLE}
      </Button>
    );
  }
  return (
    <div className="mt-3 basis-full">
      <h3 className="font-medium text-sm">{TITLE}</h3>
      <SegmentedControl
        label={TITLE}
        value={value}
        onValueChange={onValueChange}
        options={PRICE_DISPLAYS}
        className="mt-1.5 w-full sm:w-auto"
      />
      <p className="mt-1.5 text-quiet text-sm">
        {selected?.description}
        {value !== "lines" && " Your invoice shows each line’s price."}
      </p>
    </div>
  );
}
