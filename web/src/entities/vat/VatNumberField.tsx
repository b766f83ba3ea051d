import { useEffect, useState } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { useLoadedRules } from "../../rules/rules";
import { TextField } from "../../ui/TextField";

/** In milliseconds. */
const TYPING_PAUSE = 700;

/**
 * A VAT number. After a pause in the typing it says what core says of it: of the business's own before an invoice goes
 * out. It doesn't wait for the field to be left, since what is pressed then would move away under the finger. Nobody is
 * kept from saving by that.
 */
export function VatNumberField({
  isOwn,
  value,
  field,
  error,
  className,
}: {
  /** The business's own, and not a customer's. */
  isOwn: boolean;
  value: string;
  /** What react-hook-form registers it with. */
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
  const concern = settledValue === value ? (rules?.vatNumberConcern(value, isOwn) ?? "") : "";
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
