import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import type { User } from "../../api/generated/User";
import { configQuery } from "../../entities/accounts/queries";
import { loadRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { PasswordField, TextField } from "../../ui/TextField";
import { clearToast, toast } from "../../ui/toast";
import { AccountHeading, linkClass } from "./AccountHeading";
import { Captcha } from "./captcha/Captcha";
import { NOT_CHECKED, useCaptcha } from "./captcha/useCaptcha";
import { validEmail, validPassword } from "./judge";
import { loginNotice, type Notice, wantsCaptcha } from "./messages";
import { useLogin } from "./mutations";
import { NoticeBanner } from "./NoticeBanner";
import { canUsePasskeys } from "./passkeys/device";
import { PasskeyLogin } from "./passkeys/PasskeyLogin";

/** Signing in by e-mail address and password. */
export function EmailLogin({
  email,
  first,
  landed,
  onSignedIn,
  onPasskey,
}: {
  /** Filled in already: just verified. */
  email: string;
  /** What happened before this form was shown. */
  first: Notice | null;
  landed: "verified" | "deleted" | null;
  onSignedIn: (user: User) => Promise<void>;
  /** The same by a passkey, which needs no PIN beside it. */
  onPasskey: (user: User) => void;
}) {
  const { data: config } = useQuery(configQuery);
  const navigate = useNavigate();
  const login = useLogin();
  const captcha = useCaptcha();
  const [notice, setNotice] = useState(first);
  const [checking, setChecking] = useState(false);
  const waiting = useRef(false);
  const { register, handleSubmit, setFocus, resetField, formState } = useForm({
    defaultValues: { email, password: "" },
  });

  const submit = handleSubmit(async (input) => {
    if (checking && !captcha.passed) return console.warn(NOT_CHECKED);
    setNotice(null);
    const username = input.email.trim();
    try {
      const answer = await login.mutateAsync({
        username,
        password: input.password,
        recaptchaToken: checking ? captcha.token : undefined,
      });
      if ("requiresVerification" in answer) navigate(`/verify-email?email=${encodeURIComponent(username)}`);
      else {
        // 'Email verified!', 'Password reset successful': said to somebody who was not in yet.
        clearToast();
        await onSignedIn(answer);
      }
    } catch (error) {
      captcha.reset();
      if (wantsCaptcha(error) && !checking) {
        waiting.current = true;
        return setChecking(true);
      }
      const next = loginNotice(error);
      setNotice(next);
      toast({ title: next.title, description: next.text, tone: "bad" });
      if (next.title === "Login failed") {
        resetField("password");
        setFocus("password");
      }
    }
  });

  useEffect(() => {
    // The form is there at once; the rules that judge it come while somebody types.
    loadRules().catch(() => {});
  }, []);

  // The server asked for the check: once it is done, what was typed is sent by itself.
  const sendChecked = useEffectEvent(() => void submit());
  useEffect(() => {
    if (captcha.token === undefined || !waiting.current) return;
    waiting.current = false;
    sendChecked();
  }, [captcha.token]);

  return (
    <>
      <AccountHeading title="Log in">
        {landed === "verified" ? "Your email address is verified." : null}
      </AccountHeading>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {notice ? (
          <NoticeBanner notice={notice} />
        ) : landed === "deleted" ? (
          <Banner tone="green">
            Your account has been successfully deleted. All your data has been permanently removed.
          </Banner>
        ) : null}
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          error={formState.errors.email?.message}
          {...register("email", { validate: validEmail })}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register("password", { validate: validPassword })}
        />
        {checking ? <Captcha {...captcha.widget} /> : null}
        <Button type="submit" variant="primary" block busy={formState.isSubmitting} busyLabel="Logging in…">
          Log in
        </Button>
      </form>
      {canUsePasskeys(config) ? <PasskeyLogin onSignedIn={onPasskey} /> : null}
      <p className="mt-6">
        <Link to="/forgot-password" className={linkClass}>
          Forgot your password?
        </Link>
      </p>
      <p className="mt-4 text-quiet">
        New to Plumbline?{" "}
        <Link to="/register" className={linkClass}>
          Register
        </Link>
      </p>
    </>
  );
}
