import { useState } from "react";
import type { FieldErrors, UseFormRegister } from "react-hook-form";
import type { ProfileInput } from "../../entities/profiles/profile";
import { useRulesSoon } from "../../rules/rules";
import { TextField } from "../../ui/TextField";

/**
 * A business's VAT number. Once the field is left it says what core would say of it before an invoice goes out. Nobody is
 * kept from saving: an invoice with VAT is what a wrong one keeps back.
 */
export function VatNumberField({
  register,
  errors,
  value,
}: {
  register: UseFormRegister<ProfileInput>;
  errors: FieldErrors<ProfileInput>;
  value: string;
}) {
  const rules = useRulesSoon();
  const [isTyping, setTyping] = useState(false);
  const field = register("taxNumber");
  const concern = isTyping ? "" : (rules?.vatNumberConcern(value) ?? "");
  return (
    <TextField
      id="taxNumber"
      label="VAT number"
      optional
      placeholder="GB123456789"
      autoCapitalize="characters"
      help={concern || undefined}
      error={errors.taxNumber?.message}
      {...field}
      onFocus={() => setTyping(true)}
      onBlur={(event) => {
        setTyping(false);
        void field.onBlur(event);
      }}
    />
  );
}
