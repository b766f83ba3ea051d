import { type SubmitEvent, useState } from "react";
import { useForm } from "react-hook-form";
import { errorMessage } from "../../../api/errors";
import { showFieldErrors } from "../../../api/form-errors";
import type { Account } from "../../../api/generated/Account";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { TextField } from "../../../ui/TextField";
import { toast } from "../../../ui/toast";
import { CodeField, useCode } from "../CodeField";
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
        <EnterCode email={pendingEmail} isAsked={open} onDone={close} />
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
      toast({ title: "Code sent!", description: `Check the inbox of ${email.trim()}.`, tone: "good" });
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
        help="We’ll send a 6-digit code there, and let your current address know."
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

function EnterCode({ email, isAsked, onDone }: { email: string; isAsked: boolean; onDone: () => void }) {
  const verify = useVerifyNewEmail();
  const cancel = useCancelEmailChange();
  const { isWhole } = useCode();
  const [code, setCode] = useState("");
  const [wrong, setWrong] = useState<string>();
  const finish = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isWhole(code)) return;
    setWrong(undefined);
    try {
      await verify.mutateAsync(code);
      toast({ title: "Your email address was changed", description: email, tone: "good" });
      onDone();
    } catch (error) {
      setWrong(errorMessage(error));
    }
  };
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
      <CodeField
        label="Code from the new address"
        help="Nothing there? Check the spam folder."
        autoFocus={isAsked}
        error={wrong}
        value={code}
        onValueChange={(next) => {
          setWrong(undefined);
          setCode(next);
        }}
        className="tracking-[0.3em]"
      />
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button busy={cancel.isPending} onClick={takeBack}>
          Cancel change
        </Button>
        <Button
          type="submit"
          variant="primary"
          disabled={!isWhole(code)}
          busy={verify.isPending}
          busyLabel="Verifying…"
        >
          Confirm new email
        </Button>
      </div>
    </form>
  );
}
