import { type SubmitEvent, useState } from "react";
import { useForm } from "react-hook-form";
import { getErrorMessage } from "../../../api/errors";
import { showFieldErrors } from "../../../api/form-errors";
import type { Account } from "../../../api/generated/Account";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { TextField } from "../../../ui/TextField";
import { toast } from "../../../ui/toast";
import { CodeField, useEmailCode } from "../CodeField";
import { validateEmail } from "../judge";
import { CardAction } from "./CardAction";
import { useCancelEmailChange, useChangeEmail, useVerifyNewEmail } from "./mutations";

/** The address that one signs in with. A new one counts once its code is entered. */
export function EmailAddressCard({ account }: { account: Account }) {
  const [open, setOpen] = useState(false);
  const { pendingEmail } = account;
  const close = () => setOpen(false);
  return (
    <Card title="Email address" hint={<span className="wrap-anywhere">{account.email}</span>}>
      {pendingEmail ? (
        <EmailCodeForm email={pendingEmail} shouldFocus={open} onDone={close} />
      ) : open ? (
        <NewEmailForm onClose={close} />
      ) : (
        <CardAction>
          <Button onClick={() => setOpen(true)}>Change email</Button>
        </CardAction>
      )}
    </Card>
  );
}

function NewEmailForm({ onClose }: { onClose: () => void }) {
  const change = useChangeEmail();
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { email: "" } });
  const sendCode = handleSubmit(async ({ email }) => {
    setProblem(null);
    try {
      await change.mutateAsync(email.trim());
      toast({ title: "Code sent!", description: `Check the inbox of ${email.trim()}.`, tone: "good" });
    } catch (error) {
      setProblem(showFieldErrors(error, setError, ["email"]));
    }
  });
  return (
    <form noValidate onSubmit={sendCode} className="flex flex-col gap-4">
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
        help="We’ll send a 6-digit code there, and let your current address know."
        error={formState.errors.email?.message}
        {...register("email", { validate: validateEmail })}
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

function EmailCodeForm({
  email,
  shouldFocus,
  onDone,
}: {
  email: string;
  shouldFocus: boolean;
  onDone: () => void;
}) {
  const verify = useVerifyNewEmail();
  const cancel = useCancelEmailChange();
  const { isComplete } = useEmailCode();
  const [code, setCode] = useState("");
  const [wrong, setWrong] = useState<string>();
  const confirmCode = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isComplete(code)) return;
    setWrong(undefined);
    try {
      await verify.mutateAsync(code);
      toast({ title: "Your email address was changed", description: email, tone: "good" });
      onDone();
    } catch (error) {
      setWrong(getErrorMessage(error));
    }
  };
  const cancelChange = () =>
    cancel.mutate(undefined, {
      onSuccess: onDone,
      onError: (error) =>
        toast({ title: "The change was not cancelled", description: getErrorMessage(error), tone: "bad" }),
    });
  return (
    <form noValidate onSubmit={confirmCode} className="flex flex-col gap-4">
      <Banner tone="blue">
        A code is on its way to <strong className="wrap-anywhere font-semibold">{email}</strong>. Enter it
        within 15 minutes to finish the change.
      </Banner>
      <CodeField
        label="Code from the new address"
        help="Nothing there? Check the spam folder."
        autoFocus={shouldFocus}
        error={wrong}
        value={code}
        onValueChange={(next) => {
          setWrong(undefined);
          setCode(next);
        }}
        className="tracking-[0.3em]"
      />
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button busy={cancel.isPending} onClick={cancelChange}>
          Cancel change
        </Button>
        <Button
          type="submit"
          variant="primary"
          disabled={!isComplete(code)}
          busy={verify.isPending}
          busyLabel="Verifying…"
        >
          Confirm new email
        </Button>
      </div>
    </form>
  );
}
