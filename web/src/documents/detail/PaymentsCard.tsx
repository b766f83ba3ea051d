import { Banknote, Undo2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { PaymentCard } from "../../api/generated/PaymentCard";
import type { PaymentRecord } from "../../api/generated/PaymentRecord";
import { useRules } from "../../rules/rules";
import { Badge, StatusBadge } from "../../ui/Badge";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { ConfirmDialog } from "../../ui/Dialog";
import { getOnlyHereText } from "../../ui/device";
import { Money } from "../../ui/Money";
import { MainAction } from "../../ui/PageHeader";
import { WAITING_PAYMENT_PREFIX } from "../offline/documentMutations";
import { getPaymentMethodLabel, useConfirmPayment, useRejectPayment } from "../payments";
import { isWaitingForCustomer } from "../questions/OpenQuestions";
import type { StoredDocument } from "../types";
import { ReceiptButton } from "./ReceiptButton";
import { CancellationRefundDialog, RefundDialog } from "./RefundDialog";
import { RemovePaymentDialog } from "./RemovePaymentDialog";
import { findSettledAction, isReceiptNext } from "./SettledAction";
import { TakePaymentButton } from "./TakePayment";

/** The first pending payment that the business can confirm. */
const findPaymentToConfirm = ({ payments }: StoredDocument) =>
  payments.find(({ confirmationStatus, canDecide }) => confirmationStatus === "pending" && canDecide);

/** Whether a payment is waiting for the business's confirmation. */
export const hasPaymentToConfirm = (doc: StoredDocument): boolean => findPaymentToConfirm(doc) !== undefined;

/**
 * Whether confirming a payment is the page's main action. It isn't if the document is a draft, has become an
 * invoice, is waiting for the customer's decision, or is settled and has a next step (`SettledAction.tsx`).
 */
const isConfirmingNext = (doc: StoredDocument): boolean =>
  doc.status !== "draft" &&
  !doc.convertedInvoiceId &&
  !isWaitingForCustomer(doc) &&
  findSettledAction(doc) === null;

/** The payments: confirmed, pending with buttons to decide, and a button to record more. */
export function PaymentsCard({
  document: doc,
  pay,
  onRecord,
}: {
  document: StoredDocument;
  /** What the customer is asked to pay now; null if nothing. */
  pay: PaymentCard | null;
  /** Records a payment; omitted if that isn't possible or is the page's main action. */
  onRecord?: () => void;
}) {
  const nextPayment = isConfirmingNext(doc) ? findPaymentToConfirm(doc) : undefined;
  return (
    <Card title="Payments">
      {doc.payments.length === 0 ? (
        <p className="text-quiet">No payments yet.</p>
      ) : (
        <ul className="-my-3 divide-y divide-line">
          {doc.payments.map((payment) => (
            <PaymentItem key={payment.id} document={doc} payment={payment} isNext={payment === nextPayment} />
          ))}
        </ul>
      )}
      <TakePaymentButton document={doc} pay={pay} />
      {onRecord && <RecordPaymentButton onPress={onRecord} />}
    </Card>
  );
}

/**
 * Whether a document is waiting for a payment, or for one to be confirmed. A quote is waiting if its customer is
 * asked to pay now (`isAskedToPay`).
 */
export function isAwaitingPayment({ kind, status, allowed }: StoredDocument, isAskedToPay: boolean): boolean {
  if (!allowed.recordPayment) return false;
  return kind === "invoice"
    ? status === "sent" || status === "partially_paid"
    : status === "accepted" && isAskedToPay;
}

/**
 * Opens the dialog for a payment received in another way. The dialog belongs to the page, because this button
 * disappears with the last payment.
 */
export function RecordPaymentButton({
  isNext = false,
  onPress,
}: {
  /** It is the page's main action. */
  isNext?: boolean;
  onPress: () => void;
}) {
  const button = (
    <Button
      block
      variant={isNext ? "primary" : "secondary"}
      className={isNext ? undefined : "mt-2"}
      icon={<Banknote aria-hidden size={20} strokeWidth={1.75} />}
      writes
      onClick={onPress}
    >
      Record a payment
    </Button>
  );
  return isNext ? <MainAction>{button}</MainAction> : button;
}

/** One payment: its details, and the actions of the business. */
export function PaymentItem({
  document: doc,
  payment,
  isNext = false,
}: {
  document: StoredDocument;
  payment: PaymentRecord;
  /** Confirming it is the page's main action. */
  isNext?: boolean;
}) {
  const { gbp, dateLong } = useRules();
  const [openDialog, setOpenDialog] = useState<"remove" | "refund" | "giveBack" | null>(null);
  const canRefund = Number(payment.refundable) > 0;
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Money text={gbp(payment.amount)} className="font-semibold text-ink" />
        <PaymentBadge payment={payment} />
      </div>
      <p className="text-quiet text-sm">
        {[formatPaymentMethod(payment), dateLong(payment.date), payment.notes].filter(Boolean).join(" · ")}
      </p>
      <CardPaymentNote payment={payment} />
      {payment.confirmationStatus === "pending" && (
        <PendingPaymentActions document={doc} payment={payment} isNext={isNext} />
      )}
      <RefundState payment={payment} />
      {payment.kept && !canRefund && !payment.refund && !doc.archived && (
        <p className="mt-1 text-quiet text-sm">
          {payment.kept} {doc.convertedInvoiceId && <OpenInvoiceLink id={doc.convertedInvoiceId} />}
        </p>
      )}
      {/* A separate row, so that the buttons are on one line. */}
      <div className="-mb-2 -ml-3 flex flex-wrap items-center empty:hidden">
        {!isReceiptNext(doc, payment) && <ReceiptButton document={doc} payment={payment} />}
        {payment.canRemove && (
          <Button
            variant="quiet"
            className="text-sm"
            aria-label={`Remove the payment of ${gbp(payment.amount)}`}
            writes
            onClick={() => setOpenDialog("remove")}
          >
            Remove payment
          </Button>
        )}
        {canRefund && (
          <Button
            variant="quiet"
            className="text-sm"
            icon={<Undo2 aria-hidden size={18} strokeWidth={1.75} />}
            aria-label={`Refund the payment of ${gbp(payment.amount)}`}
            writes
            onClick={() => setOpenDialog("refund")}
          >
            Refund
          </Button>
        )}
        {payment.mayGiveBack && (
          <Button
            variant="quiet"
            className="text-sm"
            icon={<Undo2 aria-hidden size={18} strokeWidth={1.75} />}
            aria-label={`Record a refund for the payment of ${gbp(payment.amount)}`}
            writes
            onClick={() => setOpenDialog("giveBack")}
          >
            Record a refund
          </Button>
        )}
      </div>
      <RemovePaymentDialog
        document={doc}
        payment={payment}
        open={openDialog === "remove"}
        onOpenChange={(open) => setOpenDialog(open ? "remove" : null)}
      />
      <RefundDialog
        document={doc}
        payment={payment}
        open={openDialog === "refund"}
        onOpenChange={(open) => setOpenDialog(open ? "refund" : null)}
      />
      {payment.mayGiveBack && (
        <CancellationRefundDialog
          quote={doc}
          payment={payment}
          open={openDialog === "giveBack"}
          onOpenChange={(open) => setOpenDialog(open ? "giveBack" : null)}
        />
      )}
    </li>
  );
}

function OpenInvoiceLink({ id }: { id: string }) {
  return (
    <Link to={`/invoices/${id}`} className="font-medium text-ink underline underline-offset-4">
      Open the invoice
    </Link>
  );
}

/** A payment announced by the customer, with buttons to confirm or reject it. */
function PendingPaymentActions({
  document: doc,
  payment,
  isNext,
}: {
  document: StoredDocument;
  payment: PaymentRecord;
  isNext: boolean;
}) {
  const { gbp } = useRules();
  const [isRejecting, setRejecting] = useState(false);
  const confirm = useConfirmPayment(doc.kind, doc.id);
  const reject = useRejectPayment(doc.kind, doc.id);
  if (!payment.canDecide) {
    if (!doc.convertedInvoiceId) return null;
    return (
      <p className="mt-1 text-sm">
        {"It’s now on the invoice, for you to confirm there. "}
        <OpenInvoiceLink id={doc.convertedInvoiceId} />
      </p>
    );
  }
  const confirmButton = (
    <Button
      variant="primary"
      block={isNext}
      className="px-2!"
      busy={confirm.isPending}
      busyLabel="Confirming…"
      onClick={() => confirm.mutate(payment.id)}
    >
      Confirm payment
    </Button>
  );
  return (
    <>
      <p className="mt-1 text-sm">The customer says this is paid. Confirm it once you have the money.</p>
      <div className="mt-2 flex flex-wrap-reverse gap-2 *:flex-auto">
        <Button className="px-2!" writes onClick={() => setRejecting(true)}>
          Not received
        </Button>
        {isNext ? <MainAction>{confirmButton}</MainAction> : confirmButton}
      </div>
      <ConfirmDialog
        open={isRejecting}
        onOpenChange={setRejecting}
        title={`${gbp(payment.amount)} was not received?`}
        description="We remove the payment, and the customer can pay again."
        confirmLabel="Mark as not received"
        busy={reject.isPending}
        onConfirm={() => reject.mutate(payment.id, { onSuccess: () => setRejecting(false) })}
      />
    </>
  );
}

/** Notes and actions for a card payment that was refunded, disputed or failed. */
function CardPaymentNote({ payment }: { payment: PaymentRecord }) {
  const { gbp } = useRules();
  const isRefunded = Number(payment.refunded) > 0;
  const sentences = [
    // Without a dispute, the badge shows the refund.
    payment.dispute !== null && isRefunded && `${gbp(payment.refunded)} was refunded.`,
    payment.dispute === "open" &&
      "The customer’s bank has asked for the money back. The payment counts as paid until that is decided: reply in Stripe.",
    payment.dispute === "lost" && "The money went back to the customer’s bank, so it is due again.",
    payment.dispute === "won" && "The customer disputed it, and you won.",
  ];
  const text = sentences.filter(Boolean).join(" ");
  return text ? <p className="mt-1 text-sm">{text}</p> : null;
}

/** The label of a payment method; Stripe payments came by card or from the customer's bank account. */
function formatPaymentMethod({ method, byBank }: PaymentRecord): string {
  return byBank ? "Pay by bank" : getPaymentMethodLabel(method);
}

/** A requested refund that is in progress, or that failed, with the reason. */
function RefundState({ payment: { refund } }: { payment: PaymentRecord }) {
  const { gbp } = useRules();
  if (!refund) return null;
  if (refund.reason === null) {
    return <p className="mt-1 text-sm">{`A refund of ${gbp(refund.amount)} is on its way.`}</p>;
  }
  return (
    <Banner tone="red" title={`The refund of ${gbp(refund.amount)} didn’t go through`} className="mt-2">
      {refund.reason}
    </Banner>
  );
}

/** The badge of a payment; refunds and disputes take precedence over the confirmation. */
function PaymentBadge({ payment }: { payment: PaymentRecord }) {
  const { gbp } = useRules();
  if (payment.id.startsWith(WAITING_PAYMENT_PREFIX)) return <Badge tone="amber" label={getOnlyHereText()} />;
  if (payment.dispute === "lost") return <Badge tone="red" label="Dispute lost" />;
  if (payment.dispute === "open") return <Badge tone="amber" label="Disputed" />;
  if (Number(payment.refunded) > 0)
    return <Badge tone="grey" icon={Undo2} label={`Refunded ${gbp(payment.refunded)}`} />;
  return <StatusBadge status={payment.confirmationStatus} />;
}
