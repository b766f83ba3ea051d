import { type InputHTMLAttributes, type Ref, useImperativeHandle, useRef } from "react";
import { formatTypedAmount, keepAsTyped } from "./amount";
import { cx } from "./cx";
import { Field, type FieldProps, inputClass } from "./Field";
import { PlusMinusButton } from "./SignButton";
import { getUnit } from "./typed-numbers";
import { useNumberInput } from "./useFigure";

export type NumberFieldProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "type" | "onChange" | "value"> & {
    /**
     * The figure: amounts and quantities travel as decimal strings, never as floats. A text that is no figure is marked
     * as unread (`typed-numbers.ts`), and every reader of numbers refuses it.
     */
    value: string;
    onValueChange: (value: string) => void;
    /** Shown inside, before the figure ('£'). */
    prefix?: string;
    /** Shown inside, after the figure ('%', 'hours'). */
    suffix?: string;
    /** A whole number of nothing or more, such as of days. */
    whole?: boolean;
    /** It may be below nothing: a button beside it changes the sign. */
    signed?: boolean;
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
  whole,
  signed,
  inputClassName,
  ref,
  ...input
}: NumberFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => inputRef.current as HTMLInputElement, []);
  const tidy = prefix === "£" ? formatTypedAmount : keepAsTyped;
  const unit = getUnit(prefix, suffix);
  const numberInput = useNumberInput({
    value,
    onValue: onValueChange,
    tidy,
    whole,
    unit,
    confirms: true,
    input: inputRef,
  });
  return (
    <Field
      {...{
        label,
        hideLabel,
        help,
        error: numberInput.problem ?? error ?? numberInput.confirmation,
        optional,
        className,
        id,
      }}
    >
      {(wiring) => (
        <span className="flex">
          <span className="relative block min-w-0 flex-1">
            {prefix ? (
              <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-quiet">
                {prefix}
              </span>
            ) : null}
            <input
              autoComplete="off"
              {...input}
              {...wiring}
              ref={inputRef}
              type="text"
              inputMode={whole ? "numeric" : "decimal"}
              value={numberInput.displayed}
              onChange={(event) => numberInput.onChange(event.target.value)}
              onFocus={(event) => {
                numberInput.onFocus(event);
                input.onFocus?.(event);
              }}
              onBlur={(event) => {
                numberInput.onBlur(event);
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
          {signed ? (
            <PlusMinusButton
              label={label}
              isMinus={numberInput.isMinus}
              onPress={numberInput.changeSign}
              disabled={input.disabled}
            />
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
