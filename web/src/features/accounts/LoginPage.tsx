import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useLocation, useNavigate } from "react-router";
import type { User } from "../../api/generated/User";
import { configQuery } from "../../entities/accounts/queries";
import { recordSeenUser } from "../../offline/device/device-users";
import { loadRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { isInstalled, isMobile } from "../../ui/device";
import { PasswordField, TextField } from "../../ui/TextField";
import { clearToast, toast } from "../../ui/toast";
import { useSearchParams } from "../../ui/useSearchParams";
import {
  AccountHeading,
  AccountNoticeBanner,
  linkClass,
  validateEmail,
  validatePassword,
} from "./AccountFormParts";
import { Captcha } from "./captcha/Captcha";
import { CAPTCHA_INCOMPLETE, useCaptcha } from "./captcha/captcha-hooks";
import { OfflineUnlock, UnsentWorkBanner } from "./DeviceNotices";
import { beginSession } from "./end-session";
import { type AccountNotice, describeLoginError, isCaptchaRequired } from "./messages";
import { useLogin } from "./mutations";
import { PasskeyLoginButton } from "./passkeys/PasskeyLoginButton";
import { canUsePasskeys } from "./passkeys/passkeys";
import { getPinUserId } from "./pin/flags";
import { shouldOfferPin } from "./pin/mutations";
import { PinLogin } from "./pin/PinLogin";
import { PinSetupDialog } from "./pin/PinSetupDialog";

/** The email address that was just verified, passed on by the verification screen. */
function getVerifiedEmail(state: unknown): string {
  const known = typeof state === "object" && state !== null && "email" in state;
  return known && typeof state.email === "string" ? state.email : "";
}

/**
 * Logs in by PIN where this device has one, otherwise by email and password; after that a phone is offered a
 * PIN.
 */
export function LoginPage() {
  const client = useQueryClient();
  const [params] = useSearchParams();
  const state: unknown = useLocation().state;
  const { data: config } = useQuery(configQuery);
  const [isEmailLogin, setIsEmailLogin] = useState(params.has("verified") || params.has("deleted"));
  const [initialNotice, setInitialNotice] = useState<AccountNotice | null>(null);
  const [signedIn, setSignedIn] = useState<User | null>(null);

  const userId = (isMobile() || isInstalled()) && config?.pin !== false ? getPinUserId() : null;
  const switchToEmail = (notice: AccountNotice | null = null) => {
    setInitialNotice(notice);
    setIsEmailLogin(true);
  };
  // Signed in: the visitor's layout then navigates to where they were heading.
  const startSession = (user: User) => beginSession(client, user);
  const startSessionOrOfferPin = async (user: User) => {
    // Recorded before a PIN is set up, so that this device knows the user without a connection.
    await recordSeenUser(user, Date.now());
    if (await shouldOfferPin(user)) setSignedIn(user);
    else startSession(user);
  };

  if (signedIn) {
    return (
      <>
        <AccountHeading title="You are logged in">
          One more thing before we take you to your dashboard.
        </AccountHeading>
        <PinSetupDialog onDone={() => startSession(signedIn)} />
      </>
    );
  }
  return userId && !isEmailLogin ? (
    <>
      <UnsentWorkBanner />
      <PinLogin userId={userId} onSignedIn={startSession} onUseEmail={switchToEmail} />
    </>
  ) : (
    <>
      <UnsentWorkBanner />
      <OfflineUnlock onUnlocked={startSession} />
      <EmailLoginForm
        email={getVerifiedEmail(state)}
        initialNotice={initialNotice}
        redirectReason={
          params.get("verified") === "true" ? "verified" : params.get("deleted") === "true" ? "deleted" : null
        }
        onSignedIn={startSessionOrOfferPin}
        onPasskeySignedIn={startSession}
      />
    </>
  );
}

/** Logging in with an email address and password. */
export function EmailLoginForm({
  email,
  initialNotice,
  redirectReason,
  onSignedIn,
  onPasskeySignedIn,
}: {
  /** Filled in at the start: the address that was just verified. */
  email: string;
  /** What happened before this form was shown. */
  initialNotice: AccountNotice | null;
  redirectReason: "verified" | "deleted" | null;
  onSignedIn: (user: User) => Promise<void>;
  /** Called after signing in with a passkey, after which no PIN is offered. */
  onPasskeySignedIn: (user: User) => void;
}) {
  const { data: config } = useQuery(configQuery);
  const navigate = useNavigate();
  const login = useLogin();
  const captcha = useCaptcha();
  const [notice, setNotice] = useState(initialNotice);
  const [needsCaptcha, setNeedsCaptcha] = useState(false);
  const isSubmitWaiting = useRef(false);
  const { register, handleSubmit, setFocus, resetField, formState } = useForm({
    defaultValues: { email, password: "" },
  });

  const submit = handleSubmit(async (input) => {
    if (needsCaptcha && !captcha.passed) return console.warn(CAPTCHA_INCOMPLETE);
    setNotice(null);
    const username = input.email.trim();
    try {
      const response = await login.mutateAsync({
        username,
        password: input.password,
        recaptchaToken: needsCaptcha ? captcha.token : undefined,
      });
      if ("requiresVerification" in response) navigate(`/verify-email?email=${encodeURIComponent(username)}`);
      else {
        // Removes 'Email verified!' or 'Password reset successful', which were meant for a person not yet
        // logged in.
        clearToast();
        await onSignedIn(response);
      }
    } catch (error) {
      captcha.reset();
      if (isCaptchaRequired(error) && !needsCaptcha) {
        isSubmitWaiting.current = true;
        return setNeedsCaptcha(true);
      }
      const next = describeLoginError(error);
      setNotice(next);
      toast({ title: next.title, description: next.text, tone: "bad" });
      if (next.title === "Login failed") {
        resetField("password");
        setFocus("password");
      }
    }
  });

  useEffect(() => {
    // The form appears at once; the rules that check it load while somebody types.
    loadRules().catch(() => {});
  }, []);

  // The server required the check: once it is done, the form is sent again automatically.
  const resubmit = useEffectEvent(() => void submit());
  useEffect(() => {
    if (captcha.token === undefined || !isSubmitWaiting.current) return;
    isSubmitWaiting.current = false;
    resubmit();
  }, [captcha.token]);

  return (
    <>
      <AccountHeading title="Log in">
        {redirectReason === "verified" ? "Your email address is verified." : null}
      </AccountHeading>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {notice ? (
          <AccountNoticeBanner notice={notice} />
        ) : redirectReason === "deleted" ? (
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
          {...register("email", { validate: validateEmail })}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register("password", { validate: validatePassword })}
        />
        {needsCaptcha ? <Captcha {...captcha.widget} /> : null}
        <Button type="submit" variant="primary" block busy={formState.isSubmitting} busyLabel="Logging in…">
          Log in
        </Button>
      </form>
      {canUsePasskeys(config) ? <PasskeyLoginButton onSignedIn={onPasskeySignedIn} /> : null}
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
