import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import type { FormError } from "../../api/generated/FormError";
import { configQuery } from "../../entities/accounts/queries";
import { loadRules, type Rules, useLoadedRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { cx } from "../../ui/cx";
import { TextField } from "../../ui/TextField";
import type { AccountNotice } from "./messages";

export function AccountHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="mb-7">
      <title>{`${title} · Plumbline`}</title>
      <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
      {children ? <p className="mt-1.5 text-quiet">{children}</p> : null}
    </header>
  );
}

/** A link in running text. */
export const linkClass =
  "font-semibold text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink";

/** An error notice of a sign-in or sign-up screen, with the support address. */
export function AccountNoticeBanner({ notice }: { notice: AccountNotice }) {
  const { data: config } = useQuery(configQuery);
  return (
    <Banner tone="red" title={notice.title} live>
      {notice.list && notice.list.length > 0 ? (
        <ul className="list-disc pl-4">
          {notice.list.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        notice.text
      )}
      {config ? (
        <p className="mt-1">
          Need help? Write to{" "}
          <a href={`mailto:${config.supportEmail}`} className="wrap-anywhere font-semibold underline">
            {config.supportEmail}
          </a>
        </p>
      ) : null}
    </Banner>
  );
}

/**
 * Formats an emailed code as it is typed, by core's rule; `isComplete` says whether it has all of its digits.
 */
export function useEmailCode(): {
  toDigits: (typed: string) => string;
  isComplete: (code: string) => boolean;
} {
  const rules = useLoadedRules();
  return {
    toDigits: (typed) => rules?.codeDigits(typed) ?? typed.trim(),
    isComplete: (code) => rules?.isCode(code) ?? code !== "",
  };
}

/** The field for an emailed code. It is focused on arrival, since it is the only field. */
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
  const { toDigits } = useEmailCode();
  const digits = toDigits(value);
  const onDigitsChange = useEffectEvent(onValueChange);
  useEffect(() => {
    // Typed before the rules were loaded.
    if (digits !== value) onDigitsChange(digits);
  }, [digits, value]);
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
      onChange={(event) => onValueChange(toDigits(event.target.value))}
      inputClassName={cx("tabular-nums", className)}
    />
  );
}

/**
 * The errors that core's rules find in an input. The rules are loaded when they are first needed, so that no
 * form waits for them to appear. Where they can't be loaded, this finds nothing, and the server checks by the
 * same rules.
 */
export async function findFormErrors(check: (rules: Rules) => FormError[]): Promise<FormError[]> {
  try {
    return check(await loadRules());
  } catch (error) {
    console.warn("The rules could not be loaded.", error);
    return [];
  }
}

/** Validates a field of react-hook-form: true, or the message of the first rule of `path` that is broken. */
async function validateField(path: string, check: (rules: Rules) => FormError[]): Promise<true | string> {
  return (await findFormErrors(check)).find((rule) => rule.path === path)?.msg ?? true;
}

/** Checks that this is an email address. */
export const validateEmail = (email: string) =>
  validateField("email", (rules) => rules.login(email.trim(), ""));

/** Checks that a password is long enough. */
export const validatePassword = (password: string) =>
  validateField("password", (rules) => rules.login("", password));

/** Checks that this can be a person's name. */
export const validateName = (name: string) =>
  validateField("name", (rules) => rules.registration(name, "", ""));

/** The action of a settings card: a full-width button on a phone, at the right of the card on a desktop. */
export function CardAction({ children }: { children: ReactNode }) {
  return <div className="flex flex-col md:flex-row md:justify-end">{children}</div>;
}
