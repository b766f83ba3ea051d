import { QrCode } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { PaymentCard } from "../../api/generated/PaymentCard";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { KINDS } from "../kind";
import type { StoredDocument } from "../types";

const QrScreen = lazy(() => import("../sending/QrScreen"));

/**
 * Shows the amount to pay now in large digits, with a QR code that opens the payment methods on the
 * customer's page.
 */
export function TakePaymentButton({
  document: doc,
  pay,
}: {
  document: StoredDocument;
  /** What the customer is asked to pay; null if nothing. */
  pay: PaymentCard | null;
}) {
  const [requestedAmount, setRequestedAmount] = useState<string | null>(null);
  const { Name, requestedPayment, numberField } = KINDS[doc.kind];
  const title = `${Name} ${doc[numberField] ?? ""}`.trim();
  const close = () => setRequestedAmount(null);
  return (
    <>
      {pay && doc.publicUrl && !doc.archived && (
        <Button
          block
          className="mt-4"
          icon={<QrCode aria-hidden size={20} strokeWidth={1.75} />}
          writes
          onClick={() => setRequestedAmount(pay.amount)}
        >
          QR code to pay
        </Button>
      )}
      {requestedAmount !== null && pay && doc.publicUrl && (
        <Suspense fallback={null}>
          <QrScreen
            share={{
              title,
              text: "",
              url: `${doc.publicUrl}#pay`,
              amount: pay.amount,
              amountLabel: requestedPayment === "deposit" ? "Deposit to pay" : "To pay",
              phone: null,
            }}
            prompt="Scan to see and pay"
            onClose={close}
          />
        </Suspense>
      )}
      {requestedAmount !== null && !pay && (
        <Dialog
          open
          onOpenChange={(open) => !open && close()}
          title={title}
          footer={
            <Button variant="primary" onClick={close}>
              Done
            </Button>
          }
        >
          <Banner tone="green" live title={`${requestedAmount} is on its way to you`}>
            You can see what your customer has just paid or recorded under Payments.
          </Banner>
        </Dialog>
      )}
    </>
  );
}
