import { useState } from "react";
import { useForm } from "react-hook-form";
import { errorMessage } from "../../../api/errors";
import { showFieldErrors } from "../../../api/form-errors";
import type { Account } from "../../../api/generated/Account";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { TextField } from "../../../ui/TextField";
import { toast } from "../../../ui/toast";
import { validEmail } from "../email";
import { useCancelEmailChange, useChangeEmail, useVerifyNewEmail } from "./mutations";

/** The address that one signs in with. A new one counts once its code is entered. */
export function EmailCard({ account }: { account: Account }) {
  return (
    <Card title="Email address" hint="You log in with it, and we write to it.">
      <p className="mb-4 break-all font-medium text-ink">{account.email}</p>
      {account.pendingEmail ? <EnterCode email={account.pendingEmail} /> : <NewAddress />}
    </Card>
  );
}

function NewAddress() {
  const change = useChangeEmail();
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { email: "" } });
  const ask = handleSubmit(async ({ email }) => {
    setProblem(null);
    try {
      await change.mutateAsync(email.trim());
      toast({ title: "Code sent!", description: `Look in the inbox of ${email.trim()}.`, tone: "good" });
    } catch (error) {
      setProblem(showFieldErrors(error, setError, ["email"]));
    }
  });
  return (
    <form noValidate onSubmit={ask} className="flex flex-col gap-4">
      {problem ? (
        <Banner tone="red" live>
          {problem}
        </Banner>
      ) : null}
      <TextField
        label="New email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        help="We send a 6-digit code there, and tell your present address."
        error={formState.errors.email?.message}
        {...register("email", { validate: validEmail })}
      />
      <Button type="submit" className="md:self-end" busy={formState.isSubmitting} busyLabel="Sending…">
        Send code
      </Button>
    </form>
  );
}

function EnterCode({ email }: { email: string }) {
  const verify = useVerifyNewEmail();
  const cancel = useCancelEmailChange();
  const { register, handleSubmit, setError, setValue, watch, formState } = useForm({
    defaultValues: { code: "" },
  });
  const finish = handleSubmit(async ({ code }) => {
    try {
      await verify.mutateAsync(code);
      toast({ title: "Your email address was changed", description: email, tone: "good" });
    } catch (error) {
      const left = showFieldErrors(error, setError, ["code"]);
      if (left) setError("code", { type: "server", message: left }, { shouldFocus: true });
    }
  });
  const takeBack = () =>
    cancel.mutate(undefined, {
      onError: (error) =>
        toast({ title: "The change was not cancelled", description: errorMessage(error), tone: "bad" }),
    });
  return (
    <form noValidate onSubmit={finish} className="flex flex-col gap-4">
      <Banner tone="blue">
        A code is on its way to <strong className="break-all font-semibold">{email}</strong>. Enter it within
        15 minutes to finish the change.
      </Banner>
      <TextField
        label="Code from the new address"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="000000"
        help="Nothing there? Look in the spam folder."
        error={formState.errors.code?.message}
        inputClassName="tabular-nums tracking-[0.3em]"
        {...register("code", {
          onChange: (event: { target: { value: string } }) =>
            setValue("code", event.target.value.replace(/\D/g, "").slice(0, 6)),
        })}
      />
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button busy={cancel.isPending} onClick={takeBack}>
          Cancel change
        </Button>
        <Button
          type="submit"
          variant="primary"
          disabled={watch("code").length !== 6}
          busy={formState.isSubmitting}
          busyLabel="Verifying…"
        >
          Change email
        </Button>
      </div>
    </form>
  );
}
