import { useEffect, useState } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { useRulesSoon } from "../../rules/rules";
import { TextField } from "../../ui/TextField";

/** In milliseconds. */
const TYPING_PAUSE = 700;

/**
 * A VAT number. After a pause in the typing it says what core says of it: of the business's own before an invoice goes
 * out. It doesn't wait for the field to be left, since what is pressed then would move away under the finger. Nobody is
 * kept from saving by that.
 */
export function VatNumberField({
  own,
  value,
  field,
  error,
  className,
}: {
  /** The business's own, and not a customer's. */
  own: boolean;
  value: string;
  /** What react-hook-form registers it with. */
  field: UseFormRegisterReturn;
  error: string | undefined;
  className?: string;
}) {
  const rules = useRulesSoon();
  const [judged, setJudged] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setJudged(value), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  const concern = judged === value ? (rules?.vatNumberConcern(value, own) ?? "") : "";
  return (
    <TextField
      id="taxNumber"
      label="VAT number"
      optional
      placeholder={own ? "GB123456789" : undefined}
      autoComplete="off"
      autoCapitalize="characters"
      className={className}
      help={concern || undefined}
      error={error}
      {...field}
    />
  );
}
