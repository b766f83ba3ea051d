import { type FormEvent, useState } from "react";
import { ApiError, errorMessage } from "../../api/errors";
import type { PaymentRecord } from "../../api/generated/PaymentRecord";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { MoneyField } from "../../ui/NumberField";
import { toast } from "../../ui/toast";
import { useFirstWrong } from "../../ui/wrong";
import { amountText, numberText } from "../editor/draft/numberText";
import { KINDS } from "../kind";
import { useRefundPayment } from "../payments";
import type { StoredDocument } from "../types";

/** Gives a card payment back: all that is left of it, or some. */
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
  const asks = KINDS[doc.kind].asks === "balance" ? ` The ${KINDS[doc.kind].name} asks for it again.` : "";
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Refund the payment of ${gbp(payment.amount)}`}
      description={`It goes back to the ${to} that it was paid with, within 5 to 10 working days.${asks}`}
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
  const [amount, setAmount] = useState(amountText(payment.refundable));
  const refund = useRefundPayment(doc.kind, doc.id);
  const form = useFirstWrong(refund.error);
  const wrong = refund.error instanceof ApiError ? refund.error.errors : [];
  const ofAmount = wrong.find(({ path }) => path === "amount")?.msg;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (refund.isPending) return;
    refund.mutate(
      { paymentId: payment.id, amount: numberText(amount) },
      {
        onSuccess: () => {
          onDone();
          toast({ title: "Refund asked for", description: "Stripe tells us once it has gone back." });
        },
      },
    );
  };
  return (
    <form ref={form} onSubmit={submit} className="grid gap-4" noValidate>
      <MoneyField
        label="Amount"
        help={`At most ${gbp(payment.refundable)}`}
        value={amount}
        onValueChange={setAmount}
        error={ofAmount}
      />
      {refund.error && !ofAmount && (
        <Banner tone="red" live>
          {errorMessage(refund.error)}
        </Banner>
      )}
      <Button type="submit" variant="danger" block busy={refund.isPending} busyLabel="Asking for it…">
        Refund
      </Button>
    </form>
  );
}
