import type { StrengthReport } from "../../api/generated/StrengthReport";
import { useRules } from "../../rules/rules";
import { PasswordField } from "../../ui/TextField";
import { UnmetRules } from "./UnmetRules";

/** A new password, typed twice. */
export interface Typed {
  password: string;
  confirm: string;
}

/** Core's judgement of what is typed: the five rules, and whether both are the same. */
export function useNewPassword({ password, confirm }: Typed): { report: StrengthReport; fine: boolean } {
  const report = useRules().passwordStrength(password);
  return { report, fine: report.rules.every(({ met }) => met) && password === confirm };
}

/** The two fields, each with show/hide, and the live list of what is missing. */
export function NewPassword({
  typed,
  report,
  onChange,
}: {
  typed: Typed;
  report: StrengthReport;
  onChange: (typed: Typed) => void;
}) {
  const differ = typed.confirm !== "" && typed.password !== typed.confirm;
  return (
    <>
      <div className="flex flex-col">
        <PasswordField
          label="New password"
          autoComplete="new-password"
          value={typed.password}
          onChange={(event) => onChange({ ...typed, password: event.target.value })}
        />
        <UnmetRules report={report} />
      </div>
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        value={typed.confirm}
        error={differ ? "Passwords do not match" : undefined}
        onChange={(event) => onChange({ ...typed, confirm: event.target.value })}
      />
    </>
  );
}
