import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { ApiError, getErrorMessage } from "../../api/errors";
import type { PaymentRecord } from "../../api/generated/PaymentRecord";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { useFirstInvalidFocus } from "../../ui/form-guards";
import { MoneyField } from "../../ui/NumberField";
import { toast } from "../../ui/toast";
import { cancellationQuery } from "../cancellation/queries";
import { toAmountText, toNumberText } from "../editor/draft/numberText";
import { KINDS } from "../kind";
import { useRecordCancellationRefund, useRefundPayment } from "../payments";
import type { StoredDocument } from "../types";

/** Refunds a card payment, in whole or in part. */
export function RefundDialog({
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
  const to = payment.byBank ? "bank account" : "card";
  const asksAgainText =
    KINDS[doc.kind].requestedPayment === "balance" ? ` The ${KINDS[doc.kind].name} asks for it again.` : "";
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Refund the payment of ${gbp(payment.amount)}`}
      description={`It goes back to the ${to} it was paid with, within 5 to 10 working days.${asksAgainText}`}
    >
      <RefundForm document={doc} payment={payment} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function RefundForm({
  document: doc,
  payment,
  onDone,
}: {
  document: StoredDocument;
  payment: PaymentRecord;
  onDone: () => void;
}) {
  const { gbp } = useRules();
  return (
    <RefundAmountForm
      payment={payment}
      suggested={payment.refundable}
      help={`At most ${gbp(payment.refundable)}`}
      mutation={useRefundPayment(doc.kind, doc.id)}
      onDone={() => {
        onDone();
        toast({ title: "Refund requested", description: "We’ll show it here once Stripe has made it." });
      }}
      submit={{ variant: "danger", busyLabel: "Refunding…", children: "Refund" }}
    />
  );
}

/** A form for an amount of a payment, with an action. */
export function RefundAmountForm({
  payment,
  suggested,
  help,
  mutation,
  onDone,
  submit,
}: {
  payment: PaymentRecord;
  /** In pounds. */
  suggested: string;
  help: string;
  mutation: ReturnType<typeof useRefundPayment>;
  onDone: () => void;
  submit: { variant: "danger" | "primary"; busyLabel: string; children: string };
}) {
  const [amount, setAmount] = useState(toAmountText(suggested));
  const id = useId();
  const form = useFirstInvalidFocus(mutation.error);
  const fieldErrors = mutation.error instanceof ApiError ? mutation.error.errors : [];
  const amountError = fieldErrors.find(({ path }) => path === "amount")?.msg;
  // A second press can come while the dialog is closing. The response to it could arrive after the refund was
  // made, and would show it as on its way again.
  const isSubmitting = useRef(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    mutation.mutate(
      { paymentId: payment.id, amount: toNumberText(amount) },
      {
        onSuccess: onDone,
        onError: () => {
          isSubmitting.current = false;
        },
      },
    );
  };
  return (
    <form id={id} ref={form} onSubmit={send} className="grid gap-4" noValidate>
      <MoneyField label="Amount" help={help} value={amount} onValueChange={setAmount} error={amountError} />
      {mutation.error && !amountError && (
        <Banner tone="red" live>
          {getErrorMessage(mutation.error)}
        </Banner>
      )}
      <DialogFooter>
        <Button type="submit" form={id} block busy={mutation.isPending} {...submit} />
      </DialogFooter>
    </form>
  );
}

/**
 * Records how much of a cancelled job's payment was refunded by hand in total; an earlier entry can be
 * corrected.
 */
export function CancellationRefundDialog({
  quote,
  payment,
  open,
  onOpenChange,
}: {
  quote: StoredDocument;
  payment: PaymentRecord;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { gbp } = useRules();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Refund for the payment of ${gbp(payment.amount)}`}
      description="Refund it the way they paid, then record here how much it was. Your customer sees it on their page."
    >
      <CancellationRefundForm quote={quote} payment={payment} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function CancellationRefundForm({
  quote,
  payment,
  onDone,
}: {
  quote: StoredDocument;
  payment: PaymentRecord;
  onDone: () => void;
}) {
  const { gbp } = useRules();
  const recordRefund = useRecordCancellationRefund(quote.id);
  const { data } = useQuery(cancellationQuery(quote.id));
  // The new amount includes what was recorded before.
  const isRecorded = Number(payment.refunded) > 0;
  const refundDue = data?.cancelled?.owed.giveBack ?? payment.amount;
  const maxRefund = Number(refundDue) < Number(payment.amount) ? refundDue : payment.amount;
  return (
    <RefundAmountForm
      payment={payment}
      suggested={isRecorded ? payment.refunded : maxRefund}
      help={
        isRecorded
          ? `In total, at most ${gbp(payment.amount)}; 0 if nothing was refunded after all`
          : `At most ${gbp(payment.amount)}`
      }
      mutation={recordRefund}
      onDone={() => {
        onDone();
        toast({ title: "Recorded", tone: "good" });
      }}
      submit={{ variant: "primary", busyLabel: "Recording…", children: "Record refund" }}
    />
  );
}
