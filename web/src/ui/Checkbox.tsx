import { Check, CircleAlert } from "lucide-react";
import { Checkbox as RadixCheckbox, Switch as RadixSwitch } from "radix-ui";
import { type ReactNode, useId } from "react";
import { cx } from "./cx";
import { useSupportView } from "./support-view";

interface ToggleProps {
  label: ReactNode;
  help?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  className?: string;
}

function ToggleText({ id, label, help }: { id: string; label: ReactNode; help?: ReactNode }) {
  return (
    <span className="min-w-0 flex-1">
      <label htmlFor={id} className="block cursor-pointer font-medium text-ink">
        {label}
      </label>
      {help ? (
        <span id={`${id}-help`} className="block text-quiet text-sm">
          {help}
        </span>
      ) : null}
    </span>
  );
}

/** A tick box with its label; the whole row is the target. */
export function Checkbox({ label, help, checked, onCheckedChange, disabled, className }: ToggleProps) {
  const id = useId();
  return (
    <div className={cx("relative flex min-h-control items-center gap-3", className)}>
      <RadixCheckbox.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onCheckedChange(next === true)}
        aria-describedby={help ? `${id}-help` : undefined}
        className="flex size-6 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-paper text-paper transition-colors before:absolute before:inset-0 data-[state=checked]:border-ink data-[state=checked]:bg-ink"
      >
        <RadixCheckbox.Indicator>
          <Check aria-hidden size={16} strokeWidth={3} />
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      <ToggleText id={id} label={label} help={help} />
    </div>
  );
}

/** An on/off switch, label first; the whole row is the target. */
export function Switch({
  label,
  help,
  error,
  checked,
  onCheckedChange,
  disabled,
  className,
}: ToggleProps & {
  /** The error and how to fix it, shown under the switch. */
  error?: string;
}) {
  // A switch saves immediately.
  const isSupportView = useSupportView() !== null;
  const id = useId();
  const describedBy = [error ? `${id}-error` : null, help ? `${id}-help` : null].filter(Boolean).join(" ");
  return (
    <div className={cx("relative flex min-h-control flex-wrap items-center gap-x-4", className)}>
      <ToggleText id={id} label={label} help={help} />
      <RadixSwitch.Root
        id={id}
        checked={checked}
        disabled={disabled || isSupportView}
        onCheckedChange={onCheckedChange}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
        className="h-7 w-12 shrink-0 rounded-full bg-line-strong p-0.5 transition-colors before:absolute before:inset-0 data-[state=checked]:bg-ok"
      >
        <RadixSwitch.Thumb className="block size-6 rounded-full bg-paper transition-transform data-[state=checked]:translate-x-5" />
      </RadixSwitch.Root>
      {error ? (
        <p id={`${id}-error`} className="flex basis-full items-start gap-1.5 text-bad text-sm">
          <CircleAlert aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0" />
          {error}
        </p>
      ) : null}
    </div>
  );
}
