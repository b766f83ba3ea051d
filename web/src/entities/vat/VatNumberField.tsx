import { useEffect, useState } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { useLoadedRules } from "../../rules/rules";
import { TextField } from "../../ui/TextField";

/** In milliseconds. */
const TYPING_PAUSE = 700;

/**
 * A VAT number. After a pause in typing it displays core's finding, so that a mistake in the business's own
 * number is noticed before an invoice is sent. It doesn't wait until the field is left, because the message
 * would then move what the user is about to press. The finding doesn't prevent saving.
 */
export function VatNumberField({
  isOwn,
  value,
  field,
  error,
  className,
}: {
  /** Whether this is the business's own number, not a customer's. */
  isOwn: boolean;
  value: string;
  /** The result of react-hook-form's `register`. */
  field: UseFormRegisterReturn;
  error: string | undefined;
  className?: string;
}) {
  const rules = useLoadedRules();
  const [settledValue, setSettledValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettledValue(value), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  const concern = settledValue === value ? (rules?.checkVatNumber(value, isOwn) ?? "") : "";
  return (
    <TextField
      id="taxNumber"
      label="VAT number"
      optional
      placeholder={isOwn ? "GB123456789" : undefined}
      autoComplete="off"
      autoCapitalize="characters"
      className={className}
      help={concern || undefined}
      error={error}
      {...field}
    />
  );
}
