import type { FormError } from "../../api/generated/FormError";
import { useRules } from "../../rules/rules";
import { PasswordField } from "../../ui/TextField";
import { PasswordStrengthMeter } from "./StrengthMeter";

/** A new password, typed twice. */
export interface NewPasswordInput {
  password: string;
  confirm: string;
}

/** The form's own link or session stands for the token: only the passwords are judged here. */
const PLACEHOLDER_TOKEN = "-";

/** What core finds wrong with a password that takes the place of another: all five rules, and the same twice. */
export function useNewPasswordCheck({ password, confirm }: NewPasswordInput): {
  errors: FormError[];
  isValid: boolean;
} {
  const errors = useRules().resetPassword(PLACEHOLDER_TOKEN, password, confirm);
  return { errors, isValid: errors.length === 0 };
}

/** The two fields, each with show/hide, and the live list of the rules. */
export function NewPasswordFields({
  value,
  errors,
  onChange,
}: {
  value: NewPasswordInput;
  errors: FormError[];
  onChange: (typed: NewPasswordInput) => void;
}) {
  const mismatch = errors.find(({ path }) => path === "confirmPassword");
  return (
    <>
      <PasswordField
        label="New password"
        autoComplete="new-password"
        value={value.password}
        onChange={(event) => onChange({ ...value, password: event.target.value })}
      />
      <PasswordStrengthMeter password={value.password} />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        value={value.confirm}
        error={value.confirm === "" ? undefined : mismatch?.msg}
        onChange={(event) => onChange({ ...value, confirm: event.target.value })}
      />
    </>
  );
}
