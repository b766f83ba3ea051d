import type { PaymentCard } from "../../api/generated/PaymentCard";
import { Card } from "../../ui/Card";
import { waitsForCustomer } from "../questions/open";
import type { StoredDocument } from "../types";
import { PaymentItem } from "./PaymentItem";
import { RecordPayment } from "./RecordPayment";
import { nextOfSettled } from "./Settled";
import { TakePayment } from "./TakePayment";

/** The first payment that waits for the business to say whether it came. */
const firstToConfirm = ({ payments }: StoredDocument) =>
  payments.find(({ confirmationStatus, canDecide }) => confirmationStatus === "pending" && canDecide);

/** Whether a payment waits for the business to say whether it came. */
export const waitsForAnswer = (doc: StoredDocument): boolean => firstToConfirm(doc) !== undefined;

/**
 * Whether nothing else is the page's main action: sending a draft, the answer to an offer, the invoice of a job, or what
 * comes after a settled invoice.
 */
const isConfirmingNext = (doc: StoredDocument): boolean =>
  doc.status !== "draft" && !doc.convertedInvoiceId && !waitsForCustomer(doc) && nextOfSettled(doc) === null;

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
  const next = isConfirmingNext(doc) ? firstToConfirm(doc) : undefined;
  return (
    <Card title="Payments">
      {doc.payments.length === 0 ? (
        <p className="text-quiet">No payments yet.</p>
      ) : (
        <ul className="-my-3 divide-y divide-line">
          {doc.payments.map((payment) => (
            <PaymentItem key={payment.id} document={doc} payment={payment} isNext={payment === next} />
          ))}
        </ul>
      )}
      <TakePayment document={doc} pay={pay} />
      {onRecord && <RecordPayment onPress={onRecord} />}
    </Card>
  );
}
