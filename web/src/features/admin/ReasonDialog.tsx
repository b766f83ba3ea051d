import { useState } from "react";
import { useForm } from "react-hook-form";
import { showFieldErrors } from "../../api/form-errors";
import { Banner } from "../../ui/Banner";
import { Button, type ButtonVariant } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { TextField } from "../../ui/TextField";

interface ReasonDialogProps {
  title: string;
  description: string;
  /** What the button says, and while it is done. */
  actionLabel: string;
  busyLabel: string;
  variant?: ButtonVariant;
  onClose: () => void;
  onReason: (reason: string) => Promise<unknown>;
}

/** Asks why something is done, and does it. */
export function AdminReasonDialog({ title, description, onClose, ...form }: ReasonDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description}>
      <AdminReasonForm {...form} onClose={onClose} />
    </Dialog>
  );
}

function AdminReasonForm({
  actionLabel,
  busyLabel,
  variant = "primary",
  onClose,
  onReason,
}: Omit<ReasonDialogProps, "title" | "description">) {
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { reason: "" } });
  const submit = handleSubmit(async ({ reason }) => {
    setProblem(null);
    try {
      await onReason(reason);
      onClose();
    } catch (error) {
      setProblem(showFieldErrors(error, setError, ["reason"]));
    }
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {problem ? (
        <Banner tone="red" live>
          {problem}
        </Banner>
      ) : null}
      <TextField
        label="Why"
        help="For the audit log."
        autoComplete="off"
        maxLength={500}
        error={formState.errors.reason?.message}
        {...register("reason")}
      />
      <div className="mt-2 flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant={variant} busy={formState.isSubmitting} busyLabel={busyLabel}>
          {actionLabel}
        </Button>
      </div>
    </form>
  );
}
