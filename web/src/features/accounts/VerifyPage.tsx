import { type FormEvent, useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { ApiError } from "../../api/errors";
import type { FormError } from "../../api/generated/FormError";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/TextField";
import { toast } from "../../ui/toast";
import { useSearchParams } from "../../ui/useSearchParams";
import { AccountHeading, CodeField, findFormErrors, linkClass, useEmailCode } from "./AccountFormParts";
import { Captcha } from "./captcha/Captcha";
import { useOnDemandCaptcha } from "./captcha/captcha-hooks";
import { describeResendError, describeVerificationError } from "./messages";
import { useSendVerification, useVerifyEmail } from "./mutations";

const RESEND_SECONDS = 60;

/** Seconds left until a new code may be requested, and a function that starts the countdown. */
function useCountdown(): [number, (seconds?: number) => void] {
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    if (secondsLeft === 0) return;
    const tick = window.setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000);
    return () => window.clearTimeout(tick);
  }, [secondsLeft]);
  return [secondsLeft, (seconds = RESEND_SECONDS) => setSecondsLeft(seconds)];
}

/** Shows which rule prevents the form from being sent. */
function showFormError({ title = "Invalid input", msg }: FormError): void {
  toast({ title, description: msg, tone: "bad" });
}

export function VerifyPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [email, setEmail] = useState(params.get("email") ?? "");
  const [code, setCode] = useState("");
  const verify = useVerifyEmail();
  const resend = useSendVerification();
  const captcha = useOnDemandCaptcha();
  const [secondsLeft, startCountdown] = useCountdown();
  const hasEmailParam = params.has("email");
  const { isComplete } = useEmailCode();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const [first] = await findFormErrors((rules) => rules.verification(email.trim(), code));
    if (first) return showFormError(first);
    try {
      await captcha.send((recaptchaToken) =>
        verify.mutateAsync({ email: email.trim(), code, recaptchaToken }),
      );
      toast({
        title: "Email verified!",
        description: "Your account has been verified successfully. You can now log in.",
        tone: "good",
      });
      navigate("/login?verified=true", { state: { email: email.trim() } });
    } catch (error) {
      setCode("");
      const { title, text } = describeVerificationError(error);
      toast({ title, description: text, tone: "bad" });
    }
  };

  const handleResend = async () => {
    const [first] = await findFormErrors((rules) => rules.resend(email.trim()));
    if (first) return showFormError(first);
    setCode("");
    try {
      await captcha.send((recaptchaToken) => resend.mutateAsync({ email: email.trim(), recaptchaToken }));
      startCountdown();
      toast({
        title: "Code sent!",
        description: "A new verification code has been sent to your email.",
        tone: "good",
      });
    } catch (error) {
      // Requested too soon: the button waits for as long as the server says.
      if (error instanceof ApiError && error.retryAfter)
        startCountdown(Math.min(error.retryAfter, RESEND_SECONDS));
      const { title, text } = describeResendError(error);
      toast({ title, description: text, tone: "bad" });
    }
  };

  return (
    <>
      <AccountHeading title="Verify your email">
        {hasEmailParam ? (
          <>
            We are sending a 6-digit code to{" "}
            <strong className="wrap-anywhere font-semibold text-ink">{email}</strong>. It expires in 15
            minutes.
          </>
        ) : (
          "Enter your email address and the 6-digit code from our email. It expires in 15 minutes."
        )}
      </AccountHeading>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {hasEmailParam ? null : (
          <TextField
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
        <CodeField
          label="Verification code"
          help="Nothing there? Check your spam folder. We delete accounts that aren’t verified within 7 days."
          autoFocus={hasEmailParam}
          value={code}
          onValueChange={setCode}
          className="h-16! pl-[0.4em] text-center font-semibold text-2xl! tracking-[0.4em]"
        />
        {captcha.widget ? <Captcha {...captcha.widget} /> : null}
        <Button
          type="submit"
          variant="primary"
          block
          disabled={!isComplete(code)}
          busy={verify.isPending}
          busyLabel="Verifying…"
        >
          Verify Email
        </Button>
        <Button
          block
          disabled={secondsLeft > 0}
          busy={resend.isPending}
          busyLabel="Sending…"
          onClick={handleResend}
        >
          {secondsLeft > 0 ? `Resend Code (${secondsLeft}s)` : "Resend Code"}
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
