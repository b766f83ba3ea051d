import { Banknote, Undo2 } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../../api/errors";
import type { Kind } from "../../api/generated/Kind";
import type { PaymentRecord } from "../../api/generated/PaymentRecord";
import { useRules } from "../../rules/rules";
import { Badge, StatusBadge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { ConfirmDialog } from "../../ui/Dialog";
import { Money } from "../../ui/Money";
import { toast } from "../../ui/toast";
import { useConfirmPayment, useRejectPayment } from "../mutations";
import type { StoredDocument } from "../types";
import { methodName } from "./methods";
import { RecordPaymentDialog } from "./RecordPaymentDialog";

/** The money that came: what is certain, what waits for the business to say so, and a way to record more. */
export function PaymentsCard({
  kind,
  document: doc,
  due,
  canRecord,
}: {
  kind: Kind;
  document: StoredDocument;
  due: string;
  canRecord: boolean;
}) {
  const [recording, setRecording] = useState(false);
  return (
    <Card title="Payments">
      {doc.payments.length === 0 ? (
        <p className="text-quiet">No payment yet.</p>
      ) : (
        <ul className="-my-3 divide-y divide-line">
          {doc.payments.map((payment) => (
            <PaymentRow key={payment.id} kind={kind} documentId={doc.id} payment={payment} />
          ))}
        </ul>
      )}
      {canRecord && (
        <Button
          block
          className="mt-4"
          icon={<Banknote aria-hidden size={20} strokeWidth={1.75} />}
          onClick={() => setRecording(true)}
        >
          Record a payment
        </Button>
      )}
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

function PaymentRow({
  kind,
  documentId,
  payment,
}: {
  kind: Kind;
  documentId: string;
  payment: PaymentRecord;
}) {
  const { gbp, dateLong } = useRules();
  const [rejecting, setRejecting] = useState(false);
  const confirm = useConfirmPayment(kind, documentId);
  const reject = useRejectPayment(kind, documentId);
  const failed = (error: Error) => toast({ title: errorMessage(error), tone: "bad" });
  const pending = payment.confirmationStatus === "pending";
  return (
    <li className="py-3">
      <div className="flex items-baseline justify-between gap-3">
        <Money text={gbp(payment.amount)} className="font-semibold text-ink" />
        <PaymentBadge payment={payment} />
      </div>
      <p className="text-quiet text-sm">
        {[methodName(payment.method), dateLong(payment.date), payment.notes].filter(Boolean).join(" · ")}
      </p>
      <Aftermath payment={payment} />
      {pending && (
        <>
          <p className="mt-1 text-sm">
            The customer says this is paid. Confirm it once the money is with you.
          </p>
          <div className="mt-2 flex flex-wrap-reverse gap-2 *:flex-1">
            <Button onClick={() => setRejecting(true)}>Not received</Button>
            <Button
              variant="primary"
              busy={confirm.isPending}
              busyLabel="Confirming…"
              onClick={() =>
                confirm.mutate(payment.id, {
                  onSuccess: () => toast({ title: "Payment confirmed", tone: "good" }),
                  onError: failed,
                })
              }
            >
              Confirm payment
            </Button>
          </div>
          <ConfirmDialog
            open={rejecting}
            onOpenChange={setRejecting}
            title={`${gbp(payment.amount)} was not received?`}
            description="The payment is taken off the record, and the customer can pay again."
            confirmLabel="Mark as not received"
            busy={reject.isPending}
            onConfirm={() =>
              reject.mutate(payment.id, { onSuccess: () => setRejecting(false), onError: failed })
            }
          />
        </>
      )}
    </li>
  );
}

/** What there is to know, or to do, of a card payment that did not simply stay. */
function Aftermath({ payment }: { payment: PaymentRecord }) {
  const { gbp } = useRules();
  const isRefunded = Number(payment.refunded) > 0;
  const said = [
    // Otherwise the badge says it.
    payment.dispute !== null && isRefunded && `${gbp(payment.refunded)} was refunded.`,
    payment.dispute === "open" &&
      "The customer's bank asks for the money back. The payment counts as paid until that is decided: answer in Stripe.",
    payment.dispute === "lost" && "The money went back to the customer's bank, so it is due again.",
    payment.dispute === "won" && "The customer disputed it, and it was decided for you.",
  ];
  const text = said.filter(Boolean).join(" ");
  return text ? <p className="mt-1 text-sm">{text}</p> : null;
}

/** What became of a payment: what went back or is disputed says more than that it came. */
function PaymentBadge({ payment }: { payment: PaymentRecord }) {
  const { gbp } = useRules();
  if (payment.dispute === "lost") return <Badge tone="red" label="Dispute lost" />;
  if (payment.dispute === "open") return <Badge tone="amber" label="Disputed" />;
  if (Number(payment.refunded) > 0)
    return <Badge tone="grey" icon={Undo2} label={`Refunded ${gbp(payment.refunded)}`} />;
  return <StatusBadge status={payment.confirmationStatus} />;
}
