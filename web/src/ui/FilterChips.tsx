import type { LucideIcon } from "lucide-react";
import { cx } from "./cx";

const chipClass =
  "flex h-11 shrink-0 items-center gap-2 whitespace-nowrap rounded-full border px-4 font-medium md:px-3 text-sm transition-colors md:pointer-fine:h-9";
const onClass = "border-ink bg-ink text-paper";
const offClass = "border-line bg-paper text-body hover:border-line-strong";

/** A choice between a few options, side by side. On a phone the row scrolls; elsewhere it wraps. */
export function FilterChips({
  label,
  options,
  value,
  onValueChange,
  toggle,
}: {
  label: string;
  options: { value: string; label: string; count?: number }[];
  value: string;
  onValueChange: (value: string) => void;
  /** A related switch beside the chips, such as 'Archived'. */
  toggle?: { label: string; icon: LucideIcon; on: boolean; onChange: (on: boolean) => void };
}) {
  const Icon = toggle?.icon;
  return (
    <fieldset className="-mx-4 min-w-0 md:mx-0">
      <legend className="sr-only">{label}</legend>
      <div className="flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:flex-wrap md:gap-1.5 md:px-1">
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === value}
            onClick={() => onValueChange(option.value)}
            className={cx(chipClass, option.value === value ? onClass : offClass)}
          >
            {option.label}
            {!option.count ? null : (
              <span
                className={cx(
                  "min-w-4 text-center text-xs tabular-nums",
                  option.value === value ? "text-paper" : "text-quiet",
                )}
              >
                {option.count.toLocaleString("en-GB")}
              </span>
            )}
          </button>
        ))}
        {toggle && Icon ? (
          <button
            type="button"
            aria-pressed={toggle.on}
            onClick={() => toggle.onChange(!toggle.on)}
            className={cx(chipClass, toggle.on ? onClass : offClass)}
          >
            <Icon aria-hidden size={16} strokeWidth={1.75} />
            {toggle.label}
          </button>
        ) : null}
      </div>
    </fieldset>
  );
}
