import { type ReactNode, type SubmitEvent, Suspense, useEffect, useState } from "react";
import { ApiError, getErrorMessage } from "../../../api/errors";
import type { FormError } from "../../../api/generated/FormError";
import { useRules } from "../../../rules/rules";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { useFirstInvalidFocus } from "../../../ui/form-guards";
import { Spinner } from "../../../ui/Spinner";
import { TextField } from "../../../ui/TextField";
import { toast } from "../../../ui/toast";
import { useSetUpPin, useSkipPin } from "./mutations";

/** Offers a PIN once, after the first login on a phone. Closing it skips it. */
export function PinSetupDialog({ onDone }: { onDone: () => void }) {
  const skip = useSkipPin();
  const handleSkip = async () => {
    try {
      await skip.mutateAsync();
    } catch {
      // This doesn't keep anybody from their work; the offer is made again next time.
      toast({ title: "Failed to skip PIN setup", tone: "bad" });
    }
    onDone();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !skip.isPending) void handleSkip();
      }}
      title="Quick PIN Login"
      description="Set up a 4-digit PIN and log in on this device without typing your password."
    >
      <Suspense fallback={<Spinner label="Loading…" />}>
        <PinSetupForm
          onDone={() => {
            toast({ title: "Your PIN is set up", tone: "good" });
            onDone();
          }}
          actions={({ busy }) => (
            <div className="mt-2 flex flex-col-reverse gap-2 md:flex-row md:justify-end">
              <Button busy={skip.isPending} onClick={() => void handleSkip()}>
                Skip
              </Button>
              <Button type="submit" variant="primary" busy={busy} busyLabel="Setting up…">
                Set up PIN
              </Button>
            </div>
          )}
        />
      </Suspense>
    </Dialog>
  );
}

/** A new PIN, entered twice. Checked here by core's rules, and again by the server. */
export function PinSetupForm({
  onDone,
  actions,
}: {
  onDone: () => void;
  /** Renders the buttons, in the style of the surrounding dialog. */
  actions: (state: { busy: boolean }) => ReactNode;
}) {
  const rules = useRules();
  const setUp = useSetUpPin();
  const [pin, setPin] = useState("");
  const [confirm, setConfirm] = useState("");
  const [broken, setBroken] = useState<FormError[]>([]);
  const form = useFirstInvalidFocus(broken[0]);
  useEffect(() => {
    // The dialog may open before the rules are loaded, and the fields come with them: focus the first one
    // then.
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
