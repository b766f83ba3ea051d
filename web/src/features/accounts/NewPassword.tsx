import type { FormError } from "../../api/generated/FormError";
import { useRules } from "../../rules/rules";
import { PasswordField } from "../../ui/TextField";
import { StrengthMeter } from "./StrengthMeter";

/** A new password, typed twice. */
export interface Typed {
  password: string;
  confirm: string;
}

/** The form's own link or session stands for the token: only the passwords are judged here. */
const HAS_TOKEN = "-";

/** What core finds wrong with a password that takes the place of another: all five rules, and the same twice. */
export function useNewPassword({ password, confirm }: Typed): { broken: FormError[]; fine: boolean } {
  const broken = useRules().resetPassword(HAS_TOKEN, password, confirm);
  return { broken, fine: broken.length === 0 };
}

/** The two fields, each with show/hide, and the live list of the rules. */
export function NewPassword({
  typed,
  broken,
  onChange,
}: {
  typed: Typed;
  broken: FormError[];
  onChange: (typed: Typed) => void;
}) {
  const mismatch = broken.find(({ path }) => path === "confirmPassword");
  return (
    <>
      <PasswordField
        label="New password"
        autoComplete="new-password"
        value={typed.password}
        onChange={(event) => onChange({ ...typed, password: event.target.value })}
      />
      <StrengthMeter password={typed.password} />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        value={typed.confirm}
        error={typed.confirm === "" ? undefined : mismatch?.msg}
        onChange={(event) => onChange({ ...typed, confirm: event.target.value })}
      />
    </>
  );
}
