import type { PaymentCard } from "../../api/generated/PaymentCard";
import { Card } from "../../ui/Card";
import { isWaitingForCustomer } from "../questions/open";
import type { StoredDocument } from "../types";
import { PaymentItem } from "./PaymentItem";
import { RecordPaymentButton } from "./RecordPayment";
import { findSettledAction } from "./SettledAction";
import { TakePaymentButton } from "./TakePayment";

/** The first payment that waits for the business to say whether it came. */
const findPaymentToConfirm = ({ payments }: StoredDocument) =>
  payments.find(({ confirmationStatus, canDecide }) => confirmationStatus === "pending" && canDecide);

/** Whether a payment waits for the business to say whether it came. */
export const hasPaymentToConfirm = (doc: StoredDocument): boolean => findPaymentToConfirm(doc) !== undefined;

/**
 * Whether nothing else is the page's main action: sending a draft, the answer to an offer, the invoice of a job, or what
 * comes after a settled invoice.
 */
const isConfirmingNext = (doc: StoredDocument): boolean =>
  doc.status !== "draft" &&
  !doc.convertedInvoiceId &&
  !isWaitingForCustomer(doc) &&
  findSettledAction(doc) === null;

/** The money that came: what is certain, what waits for the business to say so, and a way to record more. */
export function PaymentsCard({
  document: doc,
  pay,
  onRecord,
}: {
  document: StoredDocument;
  /** What the customer is asked to pay now; null for nothing. */
  pay: PaymentCard | null;
  /** Records a payment; left out where none can be, and where that is the page's main action. */
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
