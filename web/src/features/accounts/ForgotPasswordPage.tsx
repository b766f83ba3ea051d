import { MailCheck } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/TextField";
import { toast } from "../../ui/toast";
import { AccountHeading, linkClass, validateEmail } from "./AccountFormParts";
import { Captcha } from "./captcha/Captcha";
import { CAPTCHA_INCOMPLETE, useCaptcha } from "./captcha/captcha-hooks";
import { describeForgotPasswordError, isCaptchaRequired } from "./messages";
import { useForgotPassword } from "./mutations";

/** Requests a link for setting a new password. */
export function ForgotPasswordPage() {
  const forgot = useForgotPassword();
  const captcha = useCaptcha();
  const [problem, setProblem] = useState<string | null>(null);
  const [needsCaptcha, setNeedsCaptcha] = useState(false);
  const isSubmitWaiting = useRef(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: "" } });

  const submit = handleSubmit(async ({ email }) => {
    if (needsCaptcha && !captcha.passed) return console.warn(CAPTCHA_INCOMPLETE);
    setProblem(null);
    try {
      await forgot.mutateAsync({
        email: email.trim(),
        recaptchaToken: needsCaptcha ? captcha.token : undefined,
      });
      setSentTo(email.trim());
      toast({
        title: "Reset link sent",
        description: "Check your email for password reset instructions.",
        tone: "good",
      });
    } catch (error) {
      captcha.reset();
      if (isCaptchaRequired(error) && !needsCaptcha) {
        isSubmitWaiting.current = true;
        return setNeedsCaptcha(true);
      }
      setProblem(describeForgotPasswordError(error));
    }
  });

  // The server required the check: once it is done, the form is sent again automatically.
  const resubmit = useEffectEvent(() => void submit());
  useEffect(() => {
    if (captcha.token === undefined || !isSubmitWaiting.current) return;
    isSubmitWaiting.current = false;
    resubmit();
  }, [captcha.token]);

  if (sentTo) return <ResetLinkSent email={sentTo} />;
  return (
    <>
      <AccountHeading title="Forgot your password?">
        Enter your email address. If it has an account, we’ll send a link there to choose a new password.
      </AccountHeading>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {problem ? (
          <Banner tone="red" live>
            {problem}
          </Banner>
        ) : null}
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          error={formState.errors.email?.message}
          {...register("email", { validate: validateEmail })}
        />
        {needsCaptcha ? <Captcha {...captcha.widget} /> : null}
        <Button type="submit" variant="primary" block busy={formState.isSubmitting} busyLabel="Sending…">
          Send Reset Link
        </Button>
      </form>
      <p className="mt-8">
        <Link to="/login" className={linkClass}>
          Back to Login
        </Link>
      </p>
    </>
  );
}

function ResetLinkSent({ email }: { email: string }) {
  return (
    <>
      <MailCheck aria-hidden size={40} strokeWidth={1.5} className="mb-4 text-ink" />
      <AccountHeading title="Check Your Email">
        If <strong className="wrap-anywhere font-semibold text-ink">{email}</strong> has an account, a link to
        choose a new password is on its way. You can use it once, within an hour.
      </AccountHeading>
      <p className="text-quiet">Nothing there? Check your spam folder.</p>
      <p className="mt-8">
        <Link to="/login" className={linkClass}>
          Back to Login
        </Link>
      </p>
    </>
  );
}
