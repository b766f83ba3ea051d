import type { InputHTMLAttributes, Ref } from "react";
import { cx } from "./cx";
import { Field, type FieldProps, inputClass } from "./Field";

type DateFieldProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "type" | "onChange" | "value"> & {
    /** A calendar date, YYYY-MM-DD, or '' for none. Never an instant. */
    value: string;
    onValueChange: (value: string) => void;
    ref?: Ref<HTMLInputElement>;
  };

/** A calendar date by the platform's own picker. */
export function DateField({
  label,
  hideLabel,
  help,
  error,
  optional,
  className,
  id,
  value,
  onValueChange,
  ...input
}: DateFieldProps) {
  return (
    <Field {...{ label, hideLabel, help, error, optional, className, id }}>
      {(wiring) => (
        <input
          {...input}
          {...wiring}
          type="date"
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
          className={cx(inputClass, "h-control appearance-none tabular-nums")}
        />
      )}
    </Field>
  );
}
