import { type FormEvent, useId, useState } from "react";
import { ApiError, errorMessage } from "../../api/errors";
import type { PaymentRecord } from "../../api/generated/PaymentRecord";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { TextField } from "../../ui/TextField";
import { useRemovePayment } from "../payments";
import type { StoredDocument } from "../types";

/** Takes a payment off that should not have been confirmed, with the reason that its customer reads. */
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
  const form = useId();
  const [reason, setReason] = useState("");
  const remove = useRemovePayment(doc.kind, doc.id);
  const wrong = remove.error instanceof ApiError ? remove.error.errors : [];
  const wrongReason = wrong.find(({ path }) => path === "reason")?.msg;
  const change = (isOpen: boolean) => {
    if (isOpen) remove.reset();
    onOpenChange(isOpen);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    remove.mutate({ paymentId: payment.id, reason }, { onSuccess: () => onOpenChange(false) });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={`Remove the payment of ${gbp(payment.amount)}?`}
      description="It no longer counts, and the sum is due again. Your customer is told, with your reason."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Keep it</Button>
          <Button type="submit" form={form} variant="danger" busy={remove.isPending} busyLabel="Removing…">
            Remove payment
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4" noValidate>
        <TextField
          label="Reason"
          help="For example: confirmed on the wrong invoice"
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={wrongReason}
        />
        {remove.error && !wrongReason && (
          <Banner tone="red" live>
            {errorMessage(remove.error)}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
