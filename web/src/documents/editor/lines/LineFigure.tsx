import { type InputHTMLAttributes, useRef } from "react";
import { asTyped, tidyAmount } from "../../../ui/amount";
import { cx } from "../../../ui/cx";
import { inputClass } from "../../../ui/Field";
import { SignButton } from "../../../ui/SignButton";
import { unitOf } from "../../../ui/typedFigure";
import { useEcho } from "../../../ui/useEcho";
import { useFigure } from "../../../ui/useFigure";

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, "prefix" | "onChange" | "value" | "type"> & {
  id: string;
  label: string;
  value: string;
  /** The figure, or a text that is unread (`ui/typedFigure.ts`). */
  onValueChange: (value: string) => void;
  prefix?: string;
  suffix?: string;
  /** It may be below nothing: a button beside it changes the sign. */
  signed?: boolean;
  /** The id of the sentence that says what is wrong, when something is. */
  errorId?: string;
};

/** What a figure needs to be read whole: a comma and a point are half as wide as a digit. */
function roomFor(
  figure: string,
  { prefix, suffix, signed }: Pick<Props, "prefix" | "suffix" | "signed">,
): string {
  const digits = figure.replace(/\D/g, "").length;
  const beside = 1.75 + (prefix ? 0.75 : 0) + (suffix ? 1.25 : 0) + (signed ? 2.75 : 0);
  return `calc(${(digits + figure.length) / 2}ch + ${beside}rem)`;
}

/** A figure within a line: as tall as a thumb, no narrower than what it says; its error stands under the line. */
export function LineFigure({
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
}: Props) {
  const [text, echo] = useEcho(value);
  const own = useRef<HTMLInputElement>(null);
  const { shown, onChange, onFocus, onBlur, isMinus, changeSign } = useFigure({
    value: text,
    onValue: (figure) => {
      echo(figure);
      onValueChange(figure);
    },
    tidy: prefix === "£" ? tidyAmount : asTyped,
    unit: unitOf(prefix, suffix),
    input: own,
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
        ref={own}
        id={id}
        type="text"
        inputMode="decimal"
        aria-label={label}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        value={shown}
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
    <span className={cx("flex", className)} style={{ minWidth: roomFor(shown, { prefix, suffix, signed }) }}>
      {field}
      {/* After it: between a quantity and a price it reads like a formula. */}
      {signed && <SignButton of={label} isMinus={isMinus} onPress={changeSign} disabled={input.disabled} />}
    </span>
  );
}
