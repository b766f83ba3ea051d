import { type ReactNode, useEffect, useEffectEvent } from "react";
import { useLoadedRules } from "../../rules/rules";
import { cx } from "../../ui/cx";
import { TextField } from "../../ui/TextField";

/** The digits of a mailed code, as core keeps them while they are typed; `isComplete` once none is missing. */
export function useEmailCode(): {
  toDigits: (typed: string) => string;
  isComplete: (code: string) => boolean;
} {
  const rules = useLoadedRules();
  return {
    toDigits: (typed) => rules?.codeDigits(typed) ?? typed.trim(),
    isComplete: (code) => rules?.isCode(code) ?? code !== "",
  };
}

/** Where a mailed code is typed: it has the focus on arrival, since nothing else is asked for. */
export function CodeField({
  label,
  help,
  error,
  value,
  onValueChange,
  autoFocus = true,
  className,
}: {
  label: string;
  help: ReactNode;
  error?: string;
  value: string;
  onValueChange: (code: string) => void;
  autoFocus?: boolean;
  className?: string;
}) {
  const { toDigits } = useEmailCode();
  const digits = toDigits(value);
  const onDigitsChange = useEffectEvent(onValueChange);
  useEffect(() => {
    // Typed before the rules were there.
    if (digits !== value) onDigitsChange(digits);
  }, [digits, value]);
  return (
    <TextField
      label={label}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus={autoFocus}
      help={help}
      error={error}
      value={value}
      onChange={(event) => onValueChange(toDigits(event.target.value))}
      inputClassName={cx("tabular-nums", className)}
    />
  );
}
