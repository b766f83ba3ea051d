import { Undo2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { PaymentRecord } from "../../../api/generated/PaymentRecord";
import { useRules } from "../../../rules/rules";
import { Badge } from "../../../ui/Badge";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Dialog } from "../../../ui/Dialog";
import { Money } from "../../../ui/Money";
import { MainAction } from "../../../ui/PageHeader";
import { getPaymentMethodLabel } from "../../payments";
import type { StoredDocument } from "../../types";
import { PaymentDetailsForm } from "../RecordPaymentDialog";
import { RemovalReasonDialog } from "../RemovePaymentDialog";
import { useRecordRefund, useRemoveRefund } from "./mutations";

/** What must be refunded for a credit note, and what was. */
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

/** The credit notes of an invoice, and what must be refunded for them. */
export function CreditsCard({ document: doc }: { document: StoredDocument }) {
  const { gbp } = useRules();
  const creditNotes = doc.creditNotes ?? [];
  const refundDue = doc.toGiveBack ?? "0";
  const issuedNote = creditNotes.find(({ number }) => number !== null);
  if (creditNotes.length === 0) return null;
  return (
    <Card title="Credit notes">
      <ul className="-my-3 divide-y divide-line">
        {creditNotes.map(({ id, number, amount, refunded }) => (
          <li key={id} className="py-3">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <Link
                to={`/credit-notes/${id}`}
                className="inline-link font-medium text-ink underline underline-offset-4"
              >
                {number ?? "Draft credit note"}
              </Link>
              <Money text={gbp(`-${amount}`)} className="font-semibold text-ink" />
            </div>
            {number === null ? (
              <Badge tone="grey" label="Not sent, so it doesn’t count yet" />
            ) : (
              Number(refunded) > 0 && <p className="text-quiet text-sm">{`${gbp(refunded)} refunded`}</p>
            )}
          </li>
        ))}
      </ul>
      {Number(refundDue) > 0 && issuedNote && (
        <Banner tone="amber" title={`${gbp(refundDue)} to refund`} className="mt-4">
          {
            "Your customer has paid more than the invoice now comes to. Refund the difference, then record it on "
          }
          <Link to={`/credit-notes/${issuedNote.id}`} className="font-medium underline underline-offset-4">
            {issuedNote.number}
          </Link>
          .
        </Banner>
      )}
    </Card>
  );
}
