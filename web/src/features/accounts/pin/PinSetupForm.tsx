import { type ReactNode, type SubmitEvent, useEffect, useState } from "react";
import { ApiError, getErrorMessage } from "../../../api/errors";
import type { FormError } from "../../../api/generated/FormError";
import { useRules } from "../../../rules/rules";
import { TextField } from "../../../ui/TextField";
import { toast } from "../../../ui/toast";
import { useFirstInvalidFocus } from "../../../ui/wrong";
import { useSetUpPin } from "./mutations";

/** A new PIN, twice. Judged by core's rules here, and by the server again. */
export function PinSetupForm({
  onDone,
  actions,
}: {
  onDone: () => void;
  /** The buttons, in the dialog's own way. */
  actions: (state: { busy: boolean }) => ReactNode;
}) {
  const rules = useRules();
  const setUp = useSetUpPin();
  const [pin, setPin] = useState("");
  const [confirm, setConfirm] = useState("");
  const [broken, setBroken] = useState<FormError[]>([]);
  const form = useFirstInvalidFocus(broken[0]);
  useEffect(() => {
    // The dialog opened before the rules were there, and with them the fields: the focus comes after.
    form.current?.querySelector("input")?.focus();
  }, [form]);
  const findError = (path: string) => broken.find((rule) => rule.path === path)?.msg;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const found = rules.pinSetup(pin, confirm);
    setBroken(found);
    const [first] = found;
    if (first) {
      if (first.title) toast({ title: first.title, description: first.msg, tone: "bad" });
      return;
    }
    try {
      await setUp.mutateAsync(pin);
      onDone();
    } catch (error) {
      const needsPassword = error instanceof ApiError && error.code === "password_required";
      const text = needsPassword
        ? "Log out, log in with your email and password, and then set up the PIN."
        : getErrorMessage(error);
      toast({ title: "Setup failed", description: text, tone: "bad" });
    }
  };

  const renderField = (label: string, path: string, value: string, set: (digits: string) => void) => (
    <TextField
      label={label}
      name={path}
      type="password"
      inputMode="numeric"
      autoComplete="off"
      value={value}
      error={findError(path)}
      onChange={(event) => {
        setBroken([]);
        set(event.target.value);
      }}
      inputClassName="text-center text-xl! font-semibold tracking-[0.6em] tabular-nums pl-[0.6em]"
    />
  );

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {renderField("PIN", "pin", pin, setPin)}
      {renderField("Confirm PIN", "confirmPin", confirm, setConfirm)}
      {actions({ busy: setUp.isPending })}
    </form>
  );
}
