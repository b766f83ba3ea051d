import { Eye } from "lucide-react";
import { useState } from "react";
import { flushSync } from "react-dom";
import type { PriceDisplay } from "../../../../api/generated/PriceDisplay";
import { Button } from "../../../../ui/Button";
import { Segmented } from "../../../../ui/Tabs";

const TITLE = "What the customer sees";

const SHOWN: { value: PriceDisplay; label: string; says: string }[] = [
  { value: "lines", label: "Line prices", says: "Each line shows its price." },
  {
    value: "sections",
    label: "Section prices",
    says: "Sections show their totals, lines don’t show their prices. Optional lines still show theirs.",
  },
  {
    value: "one",
    label: "One price",
    says: "Only the totals at the end show. Optional lines still show their own price.",
  },
];

/** Which prices a quote's customer sees; one tap away where there is nothing that asks for it. */
export function CustomerSees({
  value,
  onValueChange,
  isAsked,
}: {
  value: PriceDisplay;
  onValueChange: (value: PriceDisplay) => void;
  /** There are sections, whose prices could be shown. */
  isAsked: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const shown = SHOWN.find((one) => one.value === value);
  if (!isAsked && !isOpen && value === "lines") {
    return (
      <Button
        variant="quiet"
        icon={<Eye aria-hidden size={20} strokeWidth={1.75} />}
        onClick={(event) => {
          const place = event.currentTarget.parentElement;
          flushSync(() => setOpen(true));
          place?.querySelector<HTMLElement>('[role="radio"][aria-checked="true"]')?.focus();
        }}
      >
        {TITLE}
      </Button>
    );
  }
  return (
    <div className="mt-3 basis-full">
      <h3 className="font-medium text-sm">{TITLE}</h3>
      <Segmented
        label={TITLE}
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
