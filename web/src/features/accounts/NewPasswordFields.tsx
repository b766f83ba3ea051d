import { Check, Circle } from "lucide-react";
import type { FormError } from "../../api/generated/FormError";
import type { StrengthReport } from "../../api/generated/StrengthReport";
import { useRules } from "../../rules/rules";
import { cx } from "../../ui/cx";
import { PasswordField } from "../../ui/TextField";

const levels: Record<StrengthReport["level"], { label: string; bars: number; colour: string }> = {
  weak: { label: "Weak", bars: 1, colour: "bg-bad" },
  fair: { label: "Fair", bars: 2, colour: "bg-[#d97706]" },
  good: { label: "Good", bars: 3, colour: "bg-ok" },
  strong: { label: "Strong", bars: 4, colour: "bg-ok" },
};

/**
 * How strong a password is, and which of the five rules it meets; core decides both. A rule for which
 * `isRequired` returns false is shown as recommended.
 */
export function PasswordStrengthMeter({
  password,
  isRequired = () => true,
}: {
  password: string;
  isRequired?: (msg: string) => boolean;
}) {
  const { level, rules } = useRules().passwordStrength(password);
  const { label, bars, colour } = levels[level];
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex items-center gap-3">
        <div aria-hidden className="grid flex-1 grid-cols-4 gap-1.5">
          {[1, 2, 3, 4].map((bar) => (
            <span
              key={bar}
              className={cx(
                "h-1.5 rounded-full transition-colors",
                password && bar <= bars ? colour : "bg-line",
              )}
            />
          ))}
        </div>
        <span role="status" className="w-14 text-right font-medium text-ink text-sm">
          <span className="sr-only">Password strength: </span>
          {password ? label : "–"}
        </span>
      </div>
      <ul className="flex flex-col gap-1 text-sm">
        {rules.map(({ rule, msg, met }) => (
          <li key={rule} className={cx("flex items-center gap-2", met ? "text-ok" : "text-quiet")}>
            {met ? (
              <Check aria-hidden size={16} strokeWidth={2.25} className="shrink-0" />
            ) : (
              <Circle aria-hidden size={16} strokeWidth={1.5} className="shrink-0 p-0.5" />
            )}
            <span className="sr-only">{met ? "Met: " : "Not met: "}</span>
            <span>
              {msg.replace(/^Password must (be|contain) /, "").replace(/^./, (first) => first.toUpperCase())}
              {isRequired(msg) ? null : " (recommended)"}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A new password, typed twice. */
export interface NewPasswordInput {
  password: string;
  confirm: string;
}

/**
 * A placeholder for the token, which the form's own link or session supplies: only the passwords are checked
 * here.
 */
const PLACEHOLDER_TOKEN = "-";

/**
 * What core finds wrong with a password that replaces another: all five rules, and that both entries match.
 */
export function useNewPasswordCheck({ password, confirm }: NewPasswordInput): {
  errors: FormError[];
  isValid: boolean;
} {
  const errors = useRules().resetPassword(PLACEHOLDER_TOKEN, password, confirm);
  return { errors, isValid: errors.length === 0 };
}

/** The two fields, each with a show/hide button, and the live list of the rules. */
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
