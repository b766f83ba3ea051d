import { type FormEvent, useId, useState } from "react";
import { ApiError, getErrorMessage } from "../../api/errors";
import type { PaymentRecord } from "../../api/generated/PaymentRecord";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { TextField } from "../../ui/TextField";
import { useRemovePayment } from "../payments";
import type { StoredDocument } from "../types";

/** Removes a payment that shouldn't have been confirmed, with a reason that the customer can read. */
export function RemovePaymentDialog({
  document: doc,
  payment,
  open,
  onOpenChange,
}: {
  document: StoredDocument;
  payment: PaymentRecord;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { gbp } = useRules();
  const remove = useRemovePayment(doc.kind, doc.id);
  return (
    <RemovalReasonDialog
      title={`Remove the payment of ${gbp(payment.amount)}?`}
      description="It will no longer count, and the amount will be due again. We’ll tell your customer, with your reason."
      help="For example: confirmed on the wrong invoice"
      submitLabel="Remove payment"
      remove={remove}
      onRemove={(reason, onSuccess) => remove.mutate({ paymentId: payment.id, reason }, { onSuccess })}
      open={open}
      onOpenChange={onOpenChange}
    />
  );
}

/** Asks for the reason before something is removed. */
export function RemovalReasonDialog({
  title,
  description,
  help,
  submitLabel,
  remove,
  onRemove,
  open,
  onOpenChange,
}: {
  title: string;
  description: string;
  help: string;
  /** The button's label. */
  submitLabel: string;
  remove: { error: Error | null; isPending: boolean; reset: () => void };
  onRemove: (reason: string, onSuccess: () => void) => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const form = useId();
  const [reason, setReason] = useState("");
  const fieldErrors = remove.error instanceof ApiError ? remove.error.errors : [];
  const reasonError = fieldErrors.find(({ path }) => path === "reason")?.msg;
  const onDialogOpenChange = (isOpen: boolean) => {
    if (isOpen) remove.reset();
    onOpenChange(isOpen);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRemove(reason, () => onOpenChange(false));
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onDialogOpenChange}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Keep it</Button>
          <Button type="submit" form={form} variant="danger" busy={remove.isPending} busyLabel="Removing…">
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4" noValidate>
        <TextField
          label="Reason"
          help={help}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={reasonError}
        />
        {remove.error && !reasonError && (
          <Banner tone="red" live>
            {getErrorMessage(remove.error)}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
