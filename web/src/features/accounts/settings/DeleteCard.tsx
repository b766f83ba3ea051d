import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { ApiError, getErrorMessage } from "../../../api/errors";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Dialog } from "../../../ui/Dialog";
import { PasswordField, TextField } from "../../../ui/TextField";
import { CardAction } from "./CardAction";
import { useDeleteAccount } from "./mutations";

/** What has to be typed: deleting takes more than a slip of the thumb. */
const CONFIRMATION_WORD = "delete";

export function DeleteAccountCard() {
  const [open, setOpen] = useState(false);
  return (
    <Card
      title="Delete my account"
      hint="We delete your quotes, invoices, contacts and files for good, and your customers’ links stop working."
    >
      <CardAction>
        <Button className="text-bad!" onClick={() => setOpen(true)}>
          Delete account
        </Button>
      </CardAction>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Delete your account?"
        description="We delete everything for good and can’t bring it back. Download your data first if you may need it."
      >
        <DeleteAccountForm onClose={() => setOpen(false)} />
      </Dialog>
    </Card>
  );
}

function DeleteAccountForm({ onClose }: { onClose: () => void }) {
  const form = useId();
  const del = useDeleteAccount();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { word: "", password: "" },
  });
  const submit = handleSubmit(async ({ password }) => {
    try {
      await del.mutateAsync(password);
    } catch (error) {
      const passwordError = error instanceof ApiError ? error.errors[0]?.msg : undefined;
      setError(
        "password",
        { type: "server", message: passwordError ?? getErrorMessage(error) },
        { shouldFocus: true },
      );
    }
  });
  return (
    <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={`Type “${CONFIRMATION_WORD}” to confirm`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.word?.message}
        {...register("word", {
          validate: (word) =>
            word.trim().toLowerCase() === CONFIRMATION_WORD || `Type “${CONFIRMATION_WORD}” to continue.`,
        })}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register("password", { required: "Please enter your password." })}
      />
      <div className="mt-2 flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>Keep my account</Button>
        <Button type="submit" variant="danger" busy={formState.isSubmitting} busyLabel="Deleting…">
          Delete account
        </Button>
      </div>
    </form>
  );
}
