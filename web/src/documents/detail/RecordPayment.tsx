import { Banknote } from "lucide-react";
import { Button } from "../../ui/Button";
import { MainAction } from "../../ui/PageHeader";
import type { StoredDocument } from "../types";

/** Whether a document waits for money, or its customer says that they have paid: `isAskedToPay` where they are asked for some. */
export function isAwaitingPayment({ kind, status, allowed }: StoredDocument, isAskedToPay: boolean): boolean {
  if (!allowed.recordPayment) return false;
  return kind === "invoice"
    ? status === "sent" || status === "partially_paid"
    : status === "accepted" && isAskedToPay;
}

/** Asks for a payment that came some other way. The dialog is the page's: with the last payment the button goes. */
export function RecordPaymentButton({
  isNext = false,
  onPress,
}: {
  /** It is the page's main action. */
  isNext?: boolean;
  onPress: () => void;
}) {
  const button = (
    <Button
      block
      variant={isNext ? "primary" : "secondary"}
      className={isNext ? undefined : "mt-2"}
      icon={<Banknote aria-hidden size={20} strokeWidth={1.75} />}
      writes
      onClick={onPress}
    >
      Record a payment
    </Button>
  );
  return isNext ? <MainAction>{button}</MainAction> : button;
}
