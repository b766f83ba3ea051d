import { useId, useState, useSyncExternalStore } from "react";
import { useForm } from "react-hook-form";
import { ApiError, getErrorMessage } from "../../api/errors";
import { post } from "../../api/writes";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { PasswordField } from "../../ui/TextField";
import { type PasswordRequest, passwordRequests } from "./confirm-password";

/** The one dialog that asks for the password again. Mounted once, in the signed-in app. */
export function ConfirmPasswordDialog() {
  const request = useSyncExternalStore(passwordRequests.subscribe, passwordRequests.snapshot);
  return request ? <ConfirmPasswordForm key={request.purpose} request={request} /> : null;
}

function ConfirmPasswordForm({ request: { purpose, resolve } }: { request: PasswordRequest }) {
  const form = useId();
  const [open, setOpen] = useState(true);
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: "" } });

  const close = (confirmed: boolean) => {
    setOpen(false);
    resolve(confirmed);
  };
  const submit = handleSubmit(async ({ password }) => {
    try {
      await post("/api/auth/confirm-password", { body: { password } });
      close(true);
    } catch (error) {
      const message =
        error instanceof ApiError && error.errors[0] ? error.errors[0].msg : getErrorMessage(error);
      setError("password", { type: "server", message }, { shouldFocus: true });
    }
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close(false)}
      title="Enter your password"
      description={`To ${purpose}, please confirm it’s you.`}
      footer={
        <>
          <Button onClick={() => close(false)}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={formState.isSubmitting}
            busyLabel="Checking…"
          >
            Confirm
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          // The dialog may have been opened by a form: React passes the event up through the portal.
          event.stopPropagation();
          void submit(event);
        }}
      >
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register("password", { required: "Please enter your password." })}
        />
      </form>
    </Dialog>
  );
}
