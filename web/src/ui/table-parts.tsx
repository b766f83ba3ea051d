import { Check, Minus } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import { type MouseEvent, useRef } from "react";

/** The tick box of a row; pressed with Shift, with all rows since the last one that was pressed. */
export function RowCheckbox({
  label,
  checked,
  coversRow = false,
  onToggle,
}: {
  label: string;
  checked: boolean | "indeterminate";
  /** Whether a press anywhere on its row is one on it. */
  coversRow?: boolean;
  onToggle: (isRange: boolean) => void;
}) {
  const shift = useRef(false);
  return (
    <Radix.Root
      aria-label={label}
      checked={checked}
      onClick={(event: MouseEvent) => {
        shift.current = event.shiftKey;
      }}
      onCheckedChange={() => onToggle(shift.current)}
      className={`group relative flex size-11 shrink-0 items-center justify-center rounded-md md:pointer-fine:size-9 ${coversRow ? "static! after:absolute after:inset-0" : ""}`}
    >
      <span className="flex size-5.5 items-center justify-center rounded-sm border border-line-strong bg-paper text-paper transition-colors group-data-[state=checked]:border-ink group-data-[state=checked]:bg-ink group-data-[state=indeterminate]:border-ink group-data-[state=indeterminate]:bg-ink">
        <Radix.Indicator>
          {checked === "indeterminate" ? (
            <Minus aria-hidden size={14} strokeWidth={3} />
          ) : (
            <Check aria-hidden size={14} strokeWidth={3} />
          )}
        </Radix.Indicator>
      </span>
    </Radix.Root>
  );
}
