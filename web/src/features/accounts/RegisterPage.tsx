import { Suspense, useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import { showFieldErrors } from "../../api/field-errors";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { useUnsavedTyping } from "../../ui/form-guards";
import { PageSpinner } from "../../ui/Spinner";
import { PasswordField, TextField } from "../../ui/TextField";
import { toast } from "../../ui/toast";
import { AccountHeading, AccountNoticeBanner, linkClass } from "./AccountFormParts";
import { Captcha } from "./captcha/Captcha";
import { CAPTCHA_INCOMPLETE, useCaptcha } from "./captcha/captcha-hooks";
import { type AccountNotice, describeRegisterError } from "./messages";
import { useRegister } from "./mutations";
import { PasswordStrengthMeter } from "./NewPasswordFields";

export function RegisterPage() {
  return (
    <>
      <AccountHeading title="Create your account" />
      <Suspense fallback={<PageSpinner />}>
        <RegisterForm />
      </Suspense>
      <p className="mt-8 text-quiet">
        Already registered?{" "}
        <Link to="/login" className={linkClass}>
          Log in
        </Link>
      </p>
      <p className="mt-4">
        {/* A page of the server: in the app, `/` would lead a visitor to the login page. */}
        <a href="/" className={linkClass}>
          Back to home
        </a>
      </p>
    </>
  );
}

interface RegisterInput {
  name: string;
  email: string;
  password: string;
  confirmPassword: string;
}

type RegisterField = keyof RegisterInput;

const fields = ["name", "email", "password", "confirmPassword"] as const;

function RegisterForm() {
  const navigate = useNavigate();
  const rules = useRules();
  const signUp = useRegister();
  const captcha = useCaptcha();
  const [notice, setNotice] = useState<AccountNotice | null>(null);
  const { register, handleSubmit, setError, watch, formState } = useForm<RegisterInput>({
    defaultValues: { name: "", email: "", password: "", confirmPassword: "" },
  });
  const { errors, isSubmitting, isDirty } = formState;
  useUnsavedTyping(isDirty);

  /** Validates one field: core's message for the first broken rule, or true when it meets them all. */
  const createFieldValidator = (field: RegisterField) => (_: string, input: RegisterInput) => {
    const broken = rules.registration(input.name, input.email.trim(), input.password, input.confirmPassword);
    return broken.find(({ path }) => path === field)?.msg ?? true;
  };

  // The rules that core reports for an empty password are the only ones that it enforces here.
  const [requiredRules] = useState(() => new Set(rules.registration("", "", "").map(({ msg }) => msg)));

  const submit = handleSubmit(async ({ name, email, password }) => {
    if (!captcha.passed) return console.warn(CAPTCHA_INCOMPLETE);
    setNotice(null);
    try {
      const response = await signUp.mutateAsync({
        name: name.trim(),
        email: email.trim(),
        password,
        recaptchaToken: captcha.token,
      });
      if (response.requiresVerification) {
        toast({
          title: "Registration successful! Please check your email to verify your account.",
          tone: "good",
        });
        navigate(`/verify-email?email=${encodeURIComponent(email.trim())}`);
      }
    } catch (error) {
      captcha.reset();
      showFieldErrors(error, setError, fields);
      setNotice(describeRegisterError(error));
    }
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {notice ? <AccountNoticeBanner notice={notice} /> : null}
      <TextField
        label="Full name"
        autoComplete="name"
        autoCapitalize="words"
        error={errors.name?.message}
        {...register("name", { validate: createFieldValidator("name") })}
      />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        error={errors.email?.message}
        {...register("email", { validate: createFieldValidator("email") })}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        error={errors.password?.message}
        {...register("password", { validate: createFieldValidator("password"), deps: "confirmPassword" })}
      />
      <PasswordStrengthMeter password={watch("password")} isRequired={(msg) => requiredRules.has(msg)} />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register("confirmPassword", { validate: createFieldValidator("confirmPassword") })}
      />
      <Captcha {...captcha.widget} />
      <Button type="submit" variant="primary" block busy={isSubmitting} busyLabel="Creating Account...">
        Register
      </Button>
    </form>
  );
}
