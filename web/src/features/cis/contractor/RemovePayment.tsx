import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { getErrorMessage } from "../../../api/errors";
import type { SubcontractorPayment } from "../../../api/generated/SubcontractorPayment";
import { useRules } from "../../../rules/rules";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { toast } from "../../../ui/toast";
import { useRemovePayment } from "./queries";

/** Deletes a payment with its expense, after a question that names it. */
export function DeletePaymentButton({ payment, back }: { payment: SubcontractorPayment; back: string }) {
  const { gbp, dateLong } = useRules();
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const remove = useRemovePayment();
  const handleDelete = () =>
    remove.mutate(payment.id, {
      onSuccess: () => {
        toast({ title: "The payment was deleted" });
        void navigate(back);
      },
      onError: (error) => {
        setIsConfirming(false);
        toast({ title: getErrorMessage(error), tone: "bad" });
      },
    });
  return (
    <>
      <Button
        icon={<Trash2 aria-hidden size={18} strokeWidth={1.75} />}
        writes
        onClick={() => setIsConfirming(true)}
        className="print:hidden"
      >
        Delete
      </Button>
      <Dialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Delete this payment?"
        description={`${gbp(payment.pay)} paid to ${payment.name} on ${dateLong(payment.date)}. This also deletes its expense and receipts, and takes it off the month’s return.`}
        footer={
          <>
            <Button onClick={() => setIsConfirming(false)}>Keep it</Button>
            <Button variant="danger" busy={remove.isPending} busyLabel="Deleting…" onClick={handleDelete}>
              Delete payment
            </Button>
          </>
        }
      />
    </>
  );
}
