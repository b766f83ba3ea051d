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
import { methodName } from "../methods";
import { PaymentForm } from "../RecordPaymentDialog";
import { ReasonDialog } from "../RemovePaymentDialog";
import { useNoteRefund, useRemoveRefund } from "./mutations";

/** What is to be given back against a credit note, and what was. */
export function RefundsCard({ document: doc }: { document: StoredDocument }) {
  const { gbp } = useRules();
  const [noting, setNoting] = useState(false);
  const note = useNoteRefund(doc.id);
  const back = doc.toGiveBack ?? "0";
  const isOwed = Number(back) > 0;
  if (!isOwed && doc.payments.length === 0) return null;
  return (
    <Card title="Refunds">
      {isOwed && (
        <Banner
          tone="amber"
          title={`${gbp(back)} to refund`}
          className={doc.payments.length > 0 ? "mb-4" : ""}
        >
          Your customer has paid more than the invoice now comes to. Refund the difference, then record it
          here.
        </Banner>
      )}
      {doc.payments.length > 0 && (
        <ul className="-my-3 divide-y divide-line">
          {doc.payments.map((refund) => (
            <Refund key={refund.id} document={doc} refund={refund} />
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
            onClick={() => setNoting(true)}
          >
            Record a refund
          </Button>
        </MainAction>
      )}
      <Dialog open={noting} onOpenChange={setNoting} title="Record a refund">
        <PaymentForm
          record={note}
          suggested={back}
          words={{ how: "How you refunded it", deed: "Record refund", doing: "Recording…" }}
          onDone={() => setNoting(false)}
        />
      </Dialog>
    </Card>
  );
}

function Refund({ document: doc, refund }: { document: StoredDocument; refund: PaymentRecord }) {
  const { gbp, dateLong } = useRules();
  const [removing, setRemoving] = useState(false);
  const remove = useRemoveRefund(doc.id);
  return (
    <li className="py-3">
      <Money text={gbp(refund.amount)} className="font-semibold text-ink" />
      <p className="text-quiet text-sm">
        {[methodName(refund.method), dateLong(refund.date), refund.notes].filter(Boolean).join(" · ")}
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
      <ReasonDialog
        title={`Remove the refund of ${gbp(refund.amount)}?`}
        description="It wasn’t refunded after all, and still has to be."
        help="For example: the bank sent it back"
        deed="Remove refund"
        remove={remove}
        onRemove={(reason, onSuccess) => remove.mutate({ refundId: refund.id, reason }, { onSuccess })}
        open={removing}
        onOpenChange={setRemoving}
      />
    </li>
  );
}
