import { type SubmitEvent, useState } from "react";
import { ApiError, getErrorMessage } from "../../../api/errors";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { PasswordField } from "../../../ui/TextField";
import { toast } from "../../../ui/toast";
import { NewPasswordFields, useNewPasswordCheck } from "../NewPasswordFields";
import { CardAction } from "./CardAction";
import { useChangePassword } from "./mutations";

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
