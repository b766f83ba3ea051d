import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { PasswordField, TextField } from "../../ui/TextField";
import { AccountHeading, linkClass } from "./AccountHeading";
import { loginNotice, type Notice } from "./messages";
import { useLogin } from "./mutations";
import { NoticeBanner } from "./NoticeBanner";

const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The address that was just verified, handed over by that screen. */
function verifiedEmail(state: unknown): string {
  const known = typeof state === "object" && state !== null && "email" in state;
  return known && typeof state.email === "string" ? state.email : "";
}

export function LoginPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const login = useLogin();
  const [notice, setNotice] = useState<Notice | null>(null);
  const { register, handleSubmit, setFocus, resetField, formState } = useForm({
    defaultValues: { email: verifiedEmail(useLocation().state), password: "" },
  });

  const submit = handleSubmit(async ({ email, password }) => {
    setNotice(null);
    try {
      const answer = await login.mutateAsync({ username: email.trim(), password });
      // Signed in: the visitor's frame goes on to where they were heading.
      if ("requiresVerification" in answer)
        navigate(`/verify-email?email=${encodeURIComponent(email.trim())}`);
    } catch (error) {
      const next = loginNotice(error);
      setNotice(next);
      if (next.title === "Login failed") {
        resetField("password");
        setFocus("password");
      }
    }
  });

  return (
    <>
      <AccountHeading title="Log in" />
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {notice ? (
          <NoticeBanner notice={notice} />
        ) : params.get("verified") === "true" ? (
          <Banner tone="green" title="Email verified!">
            Your account has been verified successfully. You can now log in.
          </Banner>
        ) : params.get("deleted") === "true" ? (
          <Banner tone="green">
            Your account has been successfully deleted. All your data has been permanently removed.
          </Banner>
        ) : null}
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          error={formState.errors.email?.message}
          {...register("email", {
            validate: (email) => looksLikeEmail.test(email.trim()) || "Please enter a valid email address",
          })}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register("password", {
            minLength: { value: 6, message: "Password must be at least 6 characters" },
            required: "Password must be at least 6 characters",
          })}
        />
        <Button type="submit" variant="primary" block busy={formState.isSubmitting} busyLabel="Logging in…">
          Log in
        </Button>
      </form>
      <p className="mt-8 text-quiet">
        New to Plumbline?{" "}
        <Link to="/register" className={linkClass}>
          Register
        </Link>
      </p>
    </>
  );
}
