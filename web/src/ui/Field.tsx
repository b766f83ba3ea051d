import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cx } from "./cx";

export interface FieldProps {
  label: string;
  /** Hides the label except from screen readers, for example if a column's heading already shows it. */
  hideLabel?: boolean;
  help?: ReactNode;
  /** The error and how to fix it, shown under the field. */
  error?: string;
  optional?: boolean;
  className?: string;
}

/** The attributes that connect the control to its label, help and error. */
interface FieldControlProps {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

/** Lays out a field: its label above it, its error and help below it, both connected to it for screen readers. */
export function Field({
  label,
  hideLabel,
  help,
  error,
  optional,
  className,
  id,
  children,
}: FieldProps & { id?: string; children: (controlProps: FieldControlProps) => ReactNode }) {
  const generatedId = useId();
  const fieldId = id ?? generatedId;
  const helpId = `${fieldId}-help`;
  const errorId = `${fieldId}-error`;
  const describedBy = [error ? errorId : null, help ? helpId : null].filter(Boolean).join(" ") || undefined;
  return (
    <div className={cx("flex min-w-0 flex-col gap-1.5", className)}>
      <label htmlFor={fieldId} className={cx("font-medium text-ink text-sm", hideLabel && "sr-only")}>
        {label}
        {optional ? <span className="font-normal text-quiet"> (optional)</span> : null}
      </label>
      {children({ id: fieldId, "aria-invalid": error ? true : undefined, "aria-describedby": describedBy })}
      {error ? (
        <p id={errorId} className="flex items-start gap-1.5 text-bad text-sm">
          <CircleAlert aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0" />
          {error}
        </p>
      ) : null}
      {help ? (
        <p id={helpId} className="text-quiet text-sm">
          {help}
        </p>
      ) : null}
    </div>
  );
}

/** The classes of text boxes, text areas, selects and comboboxes. */
export const inputClass =
  "w-full min-w-0 rounded-md border border-line-strong/60 bg-paper px-3 text-base text-body placeholder:text-quiet/80 transition-colors hover:border-line-strong focus-visible:border-ink aria-invalid:border-bad disabled:bg-canvas disabled:text-quiet";
