import { Undo2 } from "lucide-react";
import { useState } from "react";
import type { PaymentRecord } from "../../../api/generated/PaymentRecord";
import { useRules } from "../../../rules/rules";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Dialog } from "../../../ui/Dialog";
import { Money } from "../../../ui/Money";
import { MainAction } from "../../../ui/PageHeader";
import type { StoredDocument } from "../../types";
import { getPaymentMethodLabel } from "../methods";
import { PaymentDetailsForm } from "../RecordPaymentDialog";
import { RemovalReasonDialog } from "../RemovePaymentDialog";
import { useRecordRefund, useRemoveRefund } from "./mutations";

/** What is to be given back against a credit note, and what was. */
export function RefundsCard({ document: doc }: { document: StoredDocument }) {
  const { gbp } = useRules();
  const [isRecording, setRecording] = useState(false);
  const recordRefund = useRecordRefund(doc.id);
  const refundDue = doc.toGiveBack ?? "0";
  const isOwed = Number(refundDue) > 0;
  if (!isOwed && doc.payments.length === 0) return null;
  return (
    <Card title="Refunds">
      {isOwed && (
        <Banner
          tone="amber"
          title={`${gbp(refundDue)} to refund`}
          className={doc.payments.length > 0 ? "mb-4" : ""}
        >
          Your customer has paid more than the invoice now comes to. Refund the difference, then record it
          here.
        </Banner>
      )}
      {doc.payments.length > 0 && (
        <ul className="-my-3 divide-y divide-line">
          {doc.payments.map((refund) => (
            <RefundItem key={refund.id} document={doc} refund={refund} />
          ))}
        </ul>
      )}
      {isOwed && (
        <MainAction>
          <Button
            block
            variant="primary"
            className="md:mt-4"
            icon={<Undo2 aria-hidden size={20} strokeWidth={1.75} />}
            writes
            onClick={() => setRecording(true)}
          >
            Record a refund
          </Button>
        </MainAction>
      )}
      <Dialog open={isRecording} onOpenChange={setRecording} title="Record a refund">
        <PaymentDetailsForm
          mutation={recordRefund}
          suggested={refundDue}
          labels={{
            methodLabel: "How you refunded it",
            submitLabel: "Record refund",
            busyLabel: "Recording…",
          }}
          onDone={() => setRecording(false)}
        />
      </Dialog>
    </Card>
  );
}

function RefundItem({ document: doc, refund }: { document: StoredDocument; refund: PaymentRecord }) {
  const { gbp, dateLong } = useRules();
  const [isRemoving, setRemoving] = useState(false);
  const remove = useRemoveRefund(doc.id);
  return (
    <li className="py-3">
      <Money text={gbp(refund.amount)} className="font-semibold text-ink" />
      <p className="text-quiet text-sm">
        {[getPaymentMethodLabel(refund.method), dateLong(refund.date), refund.notes]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <Button
        variant="quiet"
        className="-mb-2 -ml-3 text-sm"
        aria-label={`Remove the refund of ${gbp(refund.amount)}`}
        writes
        onClick={() => setRemoving(true)}
      >
        Remove refund
      </Button>
      <RemovalReasonDialog
        title={`Remove the refund of ${gbp(refund.amount)}?`}
        description="It wasn’t refunded after all, and still has to be."
        help="For example: the bank sent it back"
        submitLabel="Remove refund"
        remove={remove}
        onRemove={(reason, onSuccess) => remove.mutate({ refundId: refund.id, reason }, { onSuccess })}
        open={isRemoving}
        onOpenChange={setRemoving}
      />
    </li>
  );
}
