import { useQuery } from "@tanstack/react-query";
import type { PaymentRecord } from "../../api/generated/PaymentRecord";
import { useRules } from "../../rules/rules";
import { Dialog } from "../../ui/Dialog";
import { toast } from "../../ui/toast";
import { cancellationQuery } from "../cancellation/queries";
import { useRecordCancellationRefund } from "../payments";
import type { StoredDocument } from "../types";
import { RefundAmountForm } from "./RefundDialog";

/** Notes how much of a payment of a cancelled job was given back by hand, in all; what was noted can be set right. */
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
  // What was noted before is part of what is noted now.
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
