import { useId, useState, useSyncExternalStore } from "react";
import { useForm } from "react-hook-form";
import { ApiError, ExplainedError, getErrorMessage } from "../../api/errors";
import { post } from "../../api/requests";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { PasswordField } from "../../ui/TextField";

/** A write that is waiting for the password. */
export interface PasswordRequest {
  /** The action to confirm, completing 'To …': 'change bank details'. */
  purpose: string;
  resolve: (confirmed: boolean) => void;
}

let request: PasswordRequest | null = null;
const listeners = new Set<() => void>();

function setRequest(next: PasswordRequest | null) {
  request = next;
  for (const listener of listeners) listener();
}

export const passwordRequests = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  snapshot: () => request,
};

/** Thrown instead of writing if the user closes the password dialog. */
export class PasswordNotGiven extends ExplainedError {
  override name = "PasswordNotGiven";
  constructor() {
    super("Nothing has changed: this needs your password.");
  }
}

/** Asks for the password in the shared dialog; resolves to true once the server has accepted it. */
export function askForPassword(purpose: string): Promise<boolean> {
  request?.resolve(false);
  return new Promise((resolve) => {
    setRequest({
      purpose,
      resolve: (confirmed) => {
        setRequest(null);
        resolve(confirmed);
      },
    });
  });
}

/**
 * Runs a write. If the server requires the password first (403 password_required), asks for it and runs the
 * write again. Throws PasswordNotGiven if the dialog is closed.
 */
export async function withPassword<T>(purpose: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "password_required")) throw error;
    if (!(await askForPassword(purpose))) throw new PasswordNotGiven();
    return write();
  }
}

/** The dialog that asks for the password again. Mounted once, in the signed-in app. */
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
          // The dialog may have been opened from a form: React bubbles the event through the portal.
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
