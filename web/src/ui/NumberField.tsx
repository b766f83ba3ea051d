import type { InputHTMLAttributes, Ref } from "react";
import { asTyped, tidyAmount, useTidied } from "./amount";
import { cx } from "./cx";
import { Field, type FieldProps, inputClass } from "./Field";

export type NumberFieldProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "type" | "onChange" | "value"> & {
    /** The text as typed: amounts and quantities travel as decimal strings, never as floats. */
    value: string;
    onValueChange: (value: string) => void;
    /** Shown inside, before the figure ('£'). */
    prefix?: string;
    /** Shown inside, after the figure ('%', 'hours'). */
    suffix?: string;
    inputClassName?: string;
    ref?: Ref<HTMLInputElement>;
  };

/** A figure: numeric keyboard, no spinners, right-aligned with tabular digits. Pounds are tidied on leaving. */
export function NumberField({
  label,
  hideLabel,
  help,
  error,
  optional,
  className,
  id,
  value,
  onValueChange,
  prefix,
  suffix,
  inputClassName,
  ...input
}: NumberFieldProps) {
  const { shown, figureOf, onFocus, onBlur } = useTidied(value, prefix === "£" ? tidyAmount : asTyped);
  return (
    <Field {...{ label, hideLabel, help, error, optional, className, id }}>
      {(wiring) => (
        <span className="relative block">
          {prefix ? (
            <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-quiet">
              {prefix}
            </span>
          ) : null}
          <input
            autoComplete="off"
            {...input}
            {...wiring}
            type="text"
            inputMode="decimal"
            value={shown}
            onChange={(event) => onValueChange(figureOf(event.target.value))}
            onFocus={(event) => {
              onFocus(event);
              input.onFocus?.(event);
            }}
            onBlur={(event) => {
              onBlur();
              input.onBlur?.(event);
            }}
            className={cx(
              inputClass,
              "h-control text-right tabular-nums",
              prefix && "pl-8",
              suffix && (suffix.length > 2 ? "pr-16" : "pr-9"),
              inputClassName,
            )}
          />
          {suffix ? (
            <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-quiet">
              {suffix}
            </span>
          ) : null}
        </span>
      )}
    </Field>
  );
}

/** An amount in pounds, as a decimal string. */
export function MoneyField(props: Omit<NumberFieldProps, "prefix">) {
  return <NumberField placeholder="0.00" {...props} prefix="£" />;
}
