import { useQuery } from "@tanstack/react-query";
import { FileCheck2, ReceiptPoundSterling, Send } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { Button } from "../../ui/Button";
import { MainAction } from "../../ui/PageHeader";
import type { KINDS } from "../kind";
import { isWaitingForCustomer } from "../questions/open";
import { jobQuery } from "../stages/queries";
import type { StoredDocument } from "../types";
import { useWillBeSent } from "../unsent/useSyncState";
import { WaitingQuoteAction } from "./WaitingQuote";

/** The one thing that comes next. */
export function NextActionButton({
  doc,
  kindInfo,
  hasOtherNext,
  converting,
  onConvert,
  onSend,
}: {
  doc: StoredDocument;
  kindInfo: (typeof KINDS)[DocumentKind];
  /** Something else comes next, as a deposit to be paid. */
  hasOtherNext: boolean;
  converting: boolean;
  onConvert: () => void;
  onSend: () => void;
}): ReactNode {
  const willBeSent = useWillBeSent(doc.kind, doc.id);
  if (doc.status === "draft") {
    if (willBeSent) return null;
    return (
      <MainAction>
        <Button
          variant="accent"
          block
          icon={<Send aria-hidden size={18} strokeWidth={1.75} />}
          onClick={onSend}
        >
          {`Send ${kindInfo.name}`}
        </Button>
      </MainAction>
    );
  }
  if (doc.convertedInvoiceId) {
    return (
      <MainAction>
        <Button asChild variant="primary" block>
          <Link to={`/invoices/${doc.convertedInvoiceId}`}>
            <ReceiptPoundSterling aria-hidden size={20} strokeWidth={1.75} />
            Open the invoice
          </Link>
        </Button>
      </MainAction>
    );
  }
  return (
    <>
      {isWaitingForCustomer(doc) && <WaitingQuoteAction document={doc} />}
      {/* Of what was cancelled the full price is not what comes next: what is owed is invoiced beside its job. */}
      {doc.allowed.convert && !doc.cancelledDate && (
        <ConvertButton doc={doc} hasOtherNext={hasOtherNext} converting={converting} onConvert={onConvert} />
      )}
    </>
  );
}

/** Makes its invoice; of a job that was invoiced in stages the final one, unless that would ask for less than nothing. */
function ConvertButton({
  doc,
  hasOtherNext,
  converting,
  onConvert,
}: {
  doc: StoredDocument;
  hasOtherNext: boolean;
  converting: boolean;
  onConvert: () => void;
}) {
  const { reached } = useConnection();
  const isStaged = Boolean(doc.stages);
  const { data: job } = useQuery({ ...jobQuery(doc.id), enabled: isStaged });
  // A credit note comes first, as its job says.
  if (isStaged && Number(job?.over ?? 0) > 0) return null;
  // A payment that waits comes first.
  const hasPendingPayment = doc.payments.some(({ confirmationStatus }) => confirmationStatus === "pending");
  const isNext = doc.status === "accepted" && !hasPendingPayment && !hasOtherNext;
  const button = (
    <>
      <Button
        variant={isNext ? "accent" : "secondary"}
        block
        busy={converting}
        busyLabel="Making the invoice…"
        disabled={!reached}
        icon={<FileCheck2 aria-hidden size={20} strokeWidth={1.75} />}
        writes
        onClick={onConvert}
      >
        {isStaged ? "Make the final invoice" : "Convert to invoice"}
      </Button>
      {!reached && <p className="text-center text-quiet text-sm">Making the invoice needs signal.</p>}
    </>
  );
  // Before its customer has answered it is possible, and not what comes next.
  return isNext ? <MainAction>{button}</MainAction> : button;
}
