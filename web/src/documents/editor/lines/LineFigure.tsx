import type { InputHTMLAttributes } from "react";
import { asTyped, tidyAmount, useTidied } from "../../../ui/amount";
import { cx } from "../../../ui/cx";
import { inputClass } from "../../../ui/Field";
import { useEcho } from "../../../ui/useEcho";

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, "prefix" | "onChange" | "value" | "type"> & {
  id: string;
  label: string;
  value: string;
  /** The figure; and the text that it was typed or pasted as, letters and all. */
  onValueChange: (value: string, raw: string) => void;
  prefix?: string;
  suffix?: string;
  /** The id of the sentence that says what is wrong, when something is. */
  errorId?: string;
};

/** What a figure needs to be read whole: a comma and a point are half as wide as a digit. */
function roomFor(figure: string, prefix?: string, suffix?: string): string {
  const digits = figure.replace(/\D/g, "").length;
  const beside = 1.75 + (prefix ? 0.75 : 0) + (suffix ? 1.25 : 0);
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
  errorId,
  className,
  ...input
}: Props) {
  const [text, echo] = useEcho(value);
  const { shown, figureOf, onFocus, onBlur } = useTidied(text, prefix === "£" ? tidyAmount : asTyped);
  return (
    <span className={cx("relative block", className)} style={{ minWidth: roomFor(shown, prefix, suffix) }}>
      {prefix && (
        <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center font-light text-quiet">
          {prefix}
        </span>
      )}
      <input
        autoComplete="off"
        {...input}
        id={id}
        type="text"
        inputMode="decimal"
        aria-label={label}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        value={shown}
        onChange={(event) => {
          const typed = figureOf(event.target.value);
          echo(typed);
          onValueChange(typed, event.target.value);
        }}
        onFocus={(event) => {
          onFocus(event);
          input.onFocus?.(event);
        }}
        onBlur={(event) => {
          onBlur();
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
}
