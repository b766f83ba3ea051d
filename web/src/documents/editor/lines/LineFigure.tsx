import type { InputHTMLAttributes } from "react";
import { asTyped, tidyAmount, useTidied } from "../../../ui/amount";
import { cx } from "../../../ui/cx";
import { inputClass } from "../../../ui/Field";
import { cleanFigure } from "../../../ui/NumberField";
import { useEcho } from "../../../ui/useEcho";

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, "prefix" | "onChange" | "value" | "type"> & {
  id: string;
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  prefix?: string;
  suffix?: string;
  /** The id of the sentence that says what is wrong, when something is. */
  errorId?: string;
};

/** A figure within a line: as tall as a thumb, no wider than its column; its error stands under the line. */
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
  const { shown, onFocus, onBlur } = useTidied(text, prefix === "£" ? tidyAmount : asTyped);
  return (
    <span className={cx("relative block", className)}>
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
          const typed = cleanFigure(event.target.value);
          echo(typed);
          onValueChange(typed);
        }}
        onFocus={onFocus}
        onBlur={onBlur}
        className={cx(inputClass, "h-control text-right tabular-nums", prefix && "pl-7", suffix && "pr-8")}
      />
      {suffix && (
        <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-quiet">
          {suffix}
        </span>
      )}
    </span>
  );
}
