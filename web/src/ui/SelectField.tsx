import { ChevronDown } from "lucide-react";
import type { Ref, SelectHTMLAttributes } from "react";
import { cx } from "./cx";
import { Field, type FieldProps, inputClass } from "./Field";

type SelectFieldProps = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "className"> & {
    options: { value: string; label: string; disabled?: boolean }[];
    ref?: Ref<HTMLSelectElement>;
  };

/** A choice from a short list with the platform's own picker, which is familiar on a phone. */
export function SelectField({
  label,
  hideLabel,
  help,
  error,
  optional,
  className,
  id,
  options,
  ...select
}: SelectFieldProps) {
  return (
    <Field {...{ label, hideLabel, help, error, optional, className, id }}>
      {(wiring) => (
        <span className="relative block">
          <select
            {...select}
            {...wiring}
            className={cx(inputClass, "h-control appearance-none truncate pr-9")}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            size={20}
            strokeWidth={1.75}
            className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-quiet"
          />
        </span>
      )}
    </Field>
  );
}
