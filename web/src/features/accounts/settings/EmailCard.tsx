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
import { validEmail } from "../judge";
import { CardAction } from "./CardAction";
import { useCancelEmailChange, useChangeEmail, useVerifyNewEmail } from "./mutations";

/** The address that one signs in with. A new one counts once its code is entered. */
export function EmailCard({ account }: { account: Account }) {
  const [open, setOpen] = useState(false);
  const { pendingEmail } = account;
  const close = () => setOpen(false);
  return (
    <Card title="Email address" hint={<span className="wrap-anywhere">{account.email}</span>}>
      {pendingEmail ? (
        <EnterCode email={pendingEmail} onDone={close} />
      ) : open ? (
        <NewAddress onClose={close} />
      ) : (
        <CardAction>
          <Button onClick={() => setOpen(true)}>Change email</Button>
        </CardAction>
      )}
    </Card>
  );
}

function NewAddress({ onClose }: { onClose: () => void }) {
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
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={formState.isSubmitting} busyLabel="Sending…">
          Send code
        </Button>
      </div>
    </form>
  );
}

function EnterCode({ email, onDone }: { email: string; onDone: () => void }) {
  const verify = useVerifyNewEmail();
  const cancel = useCancelEmailChange();
  const { register, handleSubmit, setError, setValue, watch, formState } = useForm({
    defaultValues: { code: "" },
  });
  const finish = handleSubmit(async ({ code }) => {
    try {
      await verify.mutateAsync(code);
      toast({ title: "Your email address was changed", description: email, tone: "good" });
      onDone();
    } catch (error) {
      const left = showFieldErrors(error, setError, ["code"]);
      if (left) setError("code", { type: "server", message: left }, { shouldFocus: true });
    }
  });
  const takeBack = () =>
    cancel.mutate(undefined, {
      onSuccess: onDone,
      onError: (error) =>
        toast({ title: "The change was not cancelled", description: errorMessage(error), tone: "bad" }),
    });
  return (
    <form noValidate onSubmit={finish} className="flex flex-col gap-4">
      <Banner tone="blue">
        A code is on its way to <strong className="wrap-anywhere font-semibold">{email}</strong>. Enter it
        within 15 minutes to finish the change.
      </Banner>
      <TextField
        label="Code from the new address"
        inputMode="numeric"
        autoComplete="one-time-code"
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
          Confirm new email
        </Button>
      </div>
    </form>
  );
}
