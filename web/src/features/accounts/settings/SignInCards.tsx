import { type SubmitEvent, useState } from "react";
import { useForm } from "react-hook-form";
import { ApiError, getErrorMessage } from "../../../api/errors";
import { showFieldErrors } from "../../../api/field-errors";
import type { Account } from "../../../api/generated/Account";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Switch } from "../../../ui/Checkbox";
import { Dialog } from "../../../ui/Dialog";
import { PasswordField, TextField } from "../../../ui/TextField";
import { toast } from "../../../ui/toast";
import { CardAction, CodeField, useEmailCode, validateEmail } from "../AccountFormParts";
import { NewPasswordFields, useNewPasswordCheck } from "../NewPasswordFields";
import { useTurnOffPin } from "../pin/mutations";
import { PinSetupForm } from "../pin/PinSetupDialog";
import { useCancelEmailChange, useChangeEmail, useChangePassword, useVerifyNewEmail } from "./queries";

export function PasswordCard() {
  const [open, setOpen] = useState(false);
  return (
    <Card title="Password" hint="Changing it logs out every other device.">
      {open ? (
        <PasswordForm onClose={() => setOpen(false)} />
      ) : (
        <CardAction>
          <Button onClick={() => setOpen(true)}>Change password</Button>
        </CardAction>
      )}
    </Card>
  );
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const change = useChangePassword();
  const [current, setCurrent] = useState("");
  const [typed, setTyped] = useState({ password: "", confirm: "" });
  const { errors, isValid } = useNewPasswordCheck(typed);
  const [fieldError, setFieldError] = useState<string>();
  const [problem, setProblem] = useState<string>();

  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isValid || current === "") return;
    setFieldError(undefined);
    setProblem(undefined);
    try {
      await change.mutateAsync({ currentPassword: current, newPassword: typed.password });
      toast({
        title: "Your password was changed",
        description: "Other devices are logged out.",
        tone: "good",
      });
      onClose();
    } catch (error) {
      const currentPasswordError =
        error instanceof ApiError && error.errors.find(({ path }) => path === "currentPassword");
      if (currentPasswordError) setFieldError(currentPasswordError.msg);
      else setProblem(getErrorMessage(error));
    }
  };

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      {problem ? (
        <Banner tone="red" live>
          {problem}
        </Banner>
      ) : null}
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        value={current}
        error={fieldError}
        onChange={(event) => {
          setFieldError(undefined);
          setCurrent(event.target.value);
        }}
      />
      <NewPasswordFields value={typed} errors={errors} onChange={setTyped} />
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={!isValid || current === ""}
          busy={change.isPending}
          busyLabel="Saving…"
        >
          Save password
        </Button>
      </div>
    </form>
  );
}

/** The address to sign in with. A new one takes effect once its code is entered. */
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

/** Signing in with a PIN, on this device only. */
export function PinCard({ account }: { account: Account }) {
  const [settingUp, setSettingUp] = useState(false);
  const off = useTurnOffPin();
  const turnOff = () =>
    off.mutate(undefined, {
      onError: (error) =>
        toast({ title: "The PIN is still on", description: getErrorMessage(error), tone: "bad" }),
    });
  return (
    <Card title="Quick PIN Login">
      <Switch
        label="Log in with a PIN on this device"
        help="4 digits instead of your password, on a phone or in the installed app. After five wrong tries it’s turned off."
        checked={account.pin.enrolled}
        disabled={off.isPending}
        onCheckedChange={(on) => (on ? setSettingUp(true) : turnOff())}
      />
      <Dialog
        open={settingUp}
        onOpenChange={setSettingUp}
        title="Quick PIN Login"
        description="Choose 4 digits that are not easy to guess."
      >
        <PinSetupForm
          onDone={() => {
            setSettingUp(false);
            toast({ title: "Your PIN is set up", tone: "good" });
          }}
          actions={({ busy }) => (
            <div className="mt-2 flex flex-col-reverse gap-2 md:flex-row md:justify-end">
              <Button onClick={() => setSettingUp(false)}>Cancel</Button>
              <Button type="submit" variant="primary" busy={busy} busyLabel="Setting up…">
                Set up PIN
              </Button>
            </div>
          )}
        />
      </Dialog>
    </Card>
  );
}
