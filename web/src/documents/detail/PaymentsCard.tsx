import type { Pay } from "../../api/generated/Pay";
import { Card } from "../../ui/Card";
import type { StoredDocument } from "../types";
import { PaymentItem } from "./PaymentItem";
import { RecordPayment } from "./RecordPayment";
import { TakePayment } from "./TakePayment";

/** Whether a payment waits for the business to say whether it came. */
export const waitsForAnswer = ({ payments }: StoredDocument): boolean =>
  payments.some(({ confirmationStatus, canDecide }) => confirmationStatus === "pending" && canDecide);

/** The money that came: what is certain, what waits for the business to say so, and a way to record more. */
export function PaymentsCard({
  document: doc,
  pay,
  onRecord,
}: {
  document: StoredDocument;
  /** What the customer is asked to pay now; null for nothing. */
  pay: Pay | null;
  /** Records a payment; left out where none can be, and where that is the page's main action. */
  onRecord?: () => void;
}) {
  return (
    <Card title="Payments">
      {doc.payments.length === 0 ? (
        <p className="text-quiet">No payments yet.</p>
      ) : (
        <ul className="-my-3 divide-y divide-line">
          {doc.payments.map((payment) => (
            <PaymentItem key={payment.id} document={doc} payment={payment} />
          ))}
        </ul>
      )}
      <TakePayment document={doc} pay={pay} />
      {onRecord && <RecordPayment onPress={onRecord} />}
    </Card>
  );
}
