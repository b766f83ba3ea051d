import { type InputHTMLAttributes, useRef } from "react";
import { formatTypedAmount, keepAsTyped } from "../../../ui/amounts";
import { cx } from "../../../ui/cx";
import { inputClass } from "../../../ui/Field";
import { useEchoedText } from "../../../ui/hooks";
import { PlusMinusButton, useNumberInput } from "../../../ui/NumberField";
import { getUnit } from "../../../ui/typed-numbers";

type LineNumberFieldProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  "prefix" | "onChange" | "value" | "type"
> & {
  id: string;
  label: string;
  value: string;
  /** Receives the number, or text marked as unread (`ui/typed-numbers.ts`). */
  onValueChange: (value: string) => void;
  prefix?: string;
  suffix?: string;
  /** The number may be negative: a button next to it changes the sign. */
  signed?: boolean;
  /** The id of the error message, if there is one. */
  errorId?: string;
};

/** The width that a number needs: a comma or point is half as wide as a digit. */
function getMinWidth(
  text: string,
  { prefix, suffix, signed }: Pick<LineNumberFieldProps, "prefix" | "suffix" | "signed">,
): string {
  const digits = text.replace(/\D/g, "").length;
  const extraWidth = 1.75 + (prefix ? 0.75 : 0) + (suffix ? 1.25 : 0) + (signed ? 2.75 : 0);
  return `calc(${(digits + text.length) / 2}ch + ${extraWidth}rem)`;
}

/**
 * A number within a line: tall enough for a thumb and wide enough for its content; the error is displayed
 * under the line.
 */
export function LineNumberField({
  id,
  label,
  value,
  onValueChange,
  prefix,
  suffix,
  signed,
  errorId,
  className,
  ...input
}: LineNumberFieldProps) {
  const [text, echo] = useEchoedText(value);
  const inputRef = useRef<HTMLInputElement>(null);
  const { displayed, onChange, onFocus, onBlur, isMinus, changeSign } = useNumberInput({
    value: text,
    onValue: (typed) => {
      echo(typed);
      onValueChange(typed);
    },
    tidy: prefix === "£" ? formatTypedAmount : keepAsTyped,
    unit: getUnit(prefix, suffix),
    input: inputRef,
  });
  const field = (
    <span className="relative block min-w-0 flex-1">
      {prefix && (
        <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center font-light text-quiet">
          {prefix}
        </span>
      )}
      <input
        autoComplete="off"
        {...input}
        ref={inputRef}
        id={id}
        type="text"
        inputMode="decimal"
        aria-label={label}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        value={displayed}
        onChange={(event) => onChange(event.target.value)}
        onFocus={(event) => {
          onFocus(event);
          input.onFocus?.(event);
        }}
        onBlur={(event) => {
          onBlur(event);
          input.onBlur?.(event);
        }}
        className={cx(inputClass, "h-control text-right tabular-nums", prefix && "pl-6", suffix && "pr-8")}
      />
      {suffix && (
        <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-quiet">
          {suffix}
        </span>
      )}
    </span>
  );
  return (
    <span
      className={cx("flex", className)}
      style={{ minWidth: getMinWidth(displayed, { prefix, suffix, signed }) }}
    >
      {field}
      {/* The button is after the field: between a quantity and a price it would look like part of a formula. */}
      {signed && (
        <PlusMinusButton label={label} isMinus={isMinus} onPress={changeSign} disabled={input.disabled} />
      )}
    </span>
  );
}
