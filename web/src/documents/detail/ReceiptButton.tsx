import { Mail } from "lucide-react";
import type { PaymentRecord } from "../../api/generated/PaymentRecord";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { useEmailReceipt } from "../payments";
import type { StoredDocument } from "../types";

/** Emails the receipt of a payment that the business recorded, once, and displays to whom it was sent. */
export function ReceiptButton({
  document: doc,
  payment,
}: {
  document: StoredDocument;
  payment: PaymentRecord;
}) {
  const { gbp } = useRules();
  const email = useEmailReceipt(doc.kind, doc.id);
  if (payment.receiptTo) {
    return (
      <p className="mt-1 ml-3 basis-full break-words text-quiet text-sm">{`Receipt by email to ${payment.receiptTo}`}</p>
    );
  }
  if (!payment.receiptFor) return null;
  return (
    <Button
      variant="quiet"
      className="text-sm"
      icon={<Mail aria-hidden size={18} strokeWidth={1.75} />}
      aria-label={`Email a receipt for ${gbp(payment.amount)} to ${payment.receiptFor}`}
      busy={email.isPending}
      busyLabel="Sending…"
      writes
      onClick={() => email.mutate(payment.id)}
    >
      Email a receipt
    </Button>
  );
}
