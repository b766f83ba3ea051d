import { useState } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { useRulesSoon } from "../../rules/rules";
import { TextField } from "../../ui/TextField";

/**
 * A VAT number. Once the field is left it says what core says of it: of the business's own before an invoice goes out.
 * Nobody is kept from saving by that.
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
  const [isTyping, setTyping] = useState(false);
  const concern = isTyping ? "" : (rules?.vatNumberConcern(value, own) ?? "");
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
      onFocus={() => setTyping(true)}
      onBlur={(event) => {
        setTyping(false);
        void field.onBlur(event);
      }}
    />
  );
}
