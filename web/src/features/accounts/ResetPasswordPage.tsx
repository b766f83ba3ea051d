import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck, Unlink } from "lucide-react";
import { type SubmitEvent, Suspense, useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { ApiError } from "../../api/errors";
import { accountKeys } from "../../entities/accounts/queries";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { PageSpinner } from "../../ui/Spinner";
import { toast } from "../../ui/toast";
import { useSearchParams } from "../../ui/useSearchParams";
import { AccountHeading, linkClass } from "./AccountFormParts";
import { endSession } from "./end-session";
import { describeResetPasswordError } from "./messages";
import { useResetPassword } from "./mutations";
import { NewPasswordFields, useNewPasswordCheck } from "./NewPasswordFields";

/** How long the success message is shown before the login page opens, in milliseconds. */
const REDIRECT_DELAY_MS = 3000;

export function ResetPasswordPage() {
  const token = useSearchParams()[0].get("token") ?? "";
  const [done, setDone] = useState(false);
  if (done) return <ResetComplete />;
  if (token === "") return <InvalidResetLink />;
  return (
    <>
      <AccountHeading title="Choose a new password" />
      <Suspense fallback={<PageSpinner />}>
        <ResetPasswordForm token={token} onDone={() => setDone(true)} />
      </Suspense>
      <p className="mt-8">
        <Link to="/login" className={linkClass}>
          Back to Login
        </Link>
      </p>
    </>
  );
}

function ResetPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const client = useQueryClient();
  const reset = useResetPassword();
  const [typed, setTyped] = useState({ password: "", confirm: "" });
  const [problem, setProblem] = useState<{ text: string; link: boolean } | null>(null);
  const { errors, isValid } = useNewPasswordCheck(typed);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isValid) return;
    setProblem(null);
    try {
      await reset.mutateAsync({ token, newPassword: typed.password });
      // A reset signs out every device, including this one.
      if (client.getQueryData(accountKeys.me)) endSession(client, "logout");
      toast({
        title: "Password reset successful",
        description: "You can now login with your new password.",
        tone: "good",
      });
      onDone();
    } catch (error) {
      const link = error instanceof ApiError && error.code === "invalid_token";
      setProblem({ text: describeResetPasswordError(error), link });
    }
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {problem ? (
        <Banner tone="red" live>
          {problem.text}
          {problem.link ? (
            <p className="mt-1">
              <Link to="/forgot-password" className="font-semibold underline">
                Ask for a new link
              </Link>
            </p>
          ) : null}
        </Banner>
      ) : null}
      <NewPasswordFields value={typed} errors={errors} onChange={setTyped} />
      <Button
        type="submit"
        variant="primary"
        block
        disabled={!isValid}
        busy={reset.isPending}
        busyLabel="Updating…"
      >
        Update Password
      </Button>
    </form>
  );
}

function ResetComplete() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate("/login", { replace: true }), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <>
      <CircleCheck aria-hidden size={40} strokeWidth={1.5} className="mb-4 text-ok" />
      <AccountHeading title="Password Reset Complete">
        All devices are logged out. The login page opens in a moment.
      </AccountHeading>
      <Button asChild variant="primary" block>
        <Link to="/login">Log in</Link>
      </Button>
    </>
  );
}

function InvalidResetLink() {
  return (
    <>
      <Unlink aria-hidden size={40} strokeWidth={1.5} className="mb-4 text-bad" />
      <AccountHeading title="Invalid Reset Link">
        Invalid or missing reset token. Please request a new password reset.
      </AccountHeading>
      <div className="flex flex-col gap-3">
        <Button asChild variant="primary" block>
          <Link to="/forgot-password">Request a new link</Link>
        </Button>
        <Button asChild block>
          <Link to="/login">Back to Login</Link>
        </Button>
      </div>
    </>
  );
}
