import { type InputHTMLAttributes, type Ref, useImperativeHandle, useRef, useState } from "react";
import { cx } from "./cx";
import { DATE_OUT_OF_RANGE, FIRST_DATE, isAcceptedDate, LAST_DATE } from "./date-range";
import { Field, type FieldProps, inputClass } from "./Field";
import { useSubmitGuard } from "./form-guards";

type DateFieldProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "type" | "onChange" | "value"> & {
    /** A calendar date, YYYY-MM-DD, or '' if empty. Never an instant. */
    value: string;
    onValueChange: (value: string) => void;
    ref?: Ref<HTMLInputElement>;
  };

const DATE_FORMAT = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** '21 Nov 2026'. Parsed and formatted in UTC, so that the calendar date doesn't shift. */
function formatDate(value: string): string {
  const instant = Date.parse(`${value}T00:00:00Z`);
  return Number.isNaN(instant) ? "" : DATE_FORMAT.format(instant);
}

/**
 * A calendar date with the platform's own picker. A phone set to American English would show 12/06/2026 for 6
 * December, so the month is displayed as a word until the field has the focus.
 */
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
  onFocus,
  onBlur,
  ref,
  ...input
}: DateFieldProps) {
  const dateText = formatDate(value);
  // While a year is being typed, its first digits make years such as 2 and 20, which aren't errors.
  const [isTyping, setTyping] = useState(false);
  const [wasSubmitted, setAsked] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => inputRef.current as HTMLInputElement, []);
  const isRefused = !isAcceptedDate(value);
  useSubmitGuard(inputRef, isRefused, () => setAsked(true));
  const problem = isRefused && (wasSubmitted || !isTyping) ? DATE_OUT_OF_RANGE : error;
  return (
    <Field {...{ label, hideLabel, help, error: problem, optional, className, id }}>
      {(wiring) => (
        <div className="relative">
          <input
            min={FIRST_DATE}
            max={LAST_DATE}
            {...input}
            {...wiring}
            ref={inputRef}
            type="date"
            value={value}
            onFocus={(event) => {
              setTyping(true);
              onFocus?.(event);
            }}
            onBlur={(event) => {
              setTyping(false);
              onBlur?.(event);
            }}
            onChange={(event) => {
              setAsked(false);
              onValueChange(event.target.value);
            }}
            className={cx(
              inputClass,
              // The browser focuses a part of the field and draws no outline around the whole.
              "peer h-control appearance-none tabular-nums focus:border-ink focus:outline-2 focus:outline-ink focus:outline-offset-2",
              dateText && "[&:not(:focus)]:text-transparent",
            )}
          />
          {dateText && (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 left-3 flex items-center tabular-nums peer-focus:hidden"
            >
              {dateText}
            </span>
          )}
        </div>
      )}
    </Field>
  );
}
