import { Banknote } from "lucide-react";
import { useState } from "react";
import type { Kind } from "../../api/generated/Kind";
import type { Pay } from "../../api/generated/Pay";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { MainAction } from "../../ui/PageHeader";
import type { StoredDocument } from "../types";
import { PaymentItem } from "./PaymentItem";
import { RecordPaymentDialog } from "./RecordPaymentDialog";
import { TakePayment } from "./TakePayment";

/** The statuses in which an invoice asks for money. */
const OWED: ReadonlySet<string> = new Set(["sent", "partially_paid"]);

/** Whether a payment waits for the business to say whether it came. */
export const waitsForAnswer = ({ payments }: StoredDocument): boolean =>
  payments.some(({ confirmationStatus, canDecide }) => confirmationStatus === "pending" && canDecide);

/** The money that came: what is certain, what waits for the business to say so, and a way to record more. */
export function PaymentsCard({
  kind,
  document: doc,
  due,
  pay,
  canRecord,
}: {
  kind: Kind;
  document: StoredDocument;
  due: string;
  /** What the customer is asked to pay now; null for nothing. */
  pay: Pay | null;
  canRecord: boolean;
}) {
  const [recording, setRecording] = useState(false);
  // Of an invoice that waits for its money this comes next, unless somebody says that they have paid.
  const isNext = kind === "invoice" && OWED.has(doc.status) && !doc.archived && !waitsForAnswer(doc);
  const record = (
    <Button
      block
      className={isNext ? "md:mt-2" : "mt-2"}
      icon={<Banknote aria-hidden size={20} strokeWidth={1.75} />}
      writes
      onClick={() => setRecording(true)}
    >
      Record a payment
    </Button>
  );
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
      {canRecord && (isNext ? <MainAction>{record}</MainAction> : record)}
      <RecordPaymentDialog
        kind={kind}
        document={doc}
        suggested={due}
        open={recording}
        onOpenChange={setRecording}
      />
    </Card>
  );
}
