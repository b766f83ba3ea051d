import { Banknote } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/Button";
import { MainAction } from "../../ui/PageHeader";
import type { StoredDocument } from "../types";
import { RecordPaymentDialog } from "./RecordPaymentDialog";

/** Whether a document waits for money, or its customer says that they have paid: `pays` where they are asked for some. */
export function awaitsPayment({ kind, status, allowed }: StoredDocument, pays: boolean): boolean {
  if (!allowed.recordPayment) return false;
  return kind === "invoice"
    ? status === "sent" || status === "partially_paid"
    : status === "accepted" && pays;
}

/** Records a payment that came some other way. */
export function RecordPayment({
  document: doc,
  due,
  isNext = false,
}: {
  document: StoredDocument;
  /** What is due: the deposit or the balance, a decimal string. */
  due: string;
  /** It is the page's main action. */
  isNext?: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const button = (
    <Button
      block
      variant={isNext ? "primary" : "secondary"}
      className={isNext ? undefined : "mt-2"}
      icon={<Banknote aria-hidden size={20} strokeWidth={1.75} />}
      writes
      onClick={() => setOpen(true)}
    >
      Record a payment
    </Button>
  );
  return (
    <>
      {isNext ? <MainAction>{button}</MainAction> : button}
      <RecordPaymentDialog
        kind={doc.kind}
        document={doc}
        suggested={due}
        open={isOpen}
        onOpenChange={setOpen}
      />
    </>
  );
}
