import { type ReactNode, useEffect, useEffectEvent } from "react";
import { useRulesSoon } from "../../rules/rules";
import { cx } from "../../ui/cx";
import { TextField } from "../../ui/TextField";

/** The digits of a mailed code, as core keeps them while they are typed; `isWhole` once none is missing. */
export function useCode(): { keep: (typed: string) => string; isWhole: (code: string) => boolean } {
  const rules = useRulesSoon();
  return {
    keep: (typed) => rules?.codeDigits(typed) ?? typed.trim(),
    isWhole: (code) => rules?.isCode(code) ?? code !== "",
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
  const { keep } = useCode();
  const kept = keep(value);
  const onKept = useEffectEvent(onValueChange);
  useEffect(() => {
    // Typed before the rules were there.
    if (kept !== value) onKept(kept);
  }, [kept, value]);
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
      onChange={(event) => onValueChange(keep(event.target.value))}
      inputClassName={cx("tabular-nums", className)}
    />
  );
}
