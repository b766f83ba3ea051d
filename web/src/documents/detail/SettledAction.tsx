import { Copy, FilePlus2, Mail, Undo2 } from "lucide-react";
import { Link } from "react-router";
import type { PaymentRecord } from "../../api/generated/PaymentRecord";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { MainAction } from "../../ui/PageHeader";
import { KIND_ICONS } from "../kindIcons";
import { useEmailReceipt } from "../payments";
import type { StoredDocument } from "../types";

/** The next step for a document that isn't waiting for anyone. */
type SettledNextStep =
  | { type: "receipt"; payment: PaymentRecord }
  | { type: "copy"; label: string }
  | { type: "open"; to: string; label: string; kind: keyof typeof KIND_ICONS }
  | { type: "refund"; to: string }
  | { type: "quote"; contactId: string };

/** The last payment of a paid invoice for which no receipt has been emailed but could be. */
function findPaymentWithoutReceipt({ kind, status, payments }: StoredDocument): PaymentRecord | undefined {
  return kind === "invoice" && status === "paid"
    ? payments.findLast(({ receiptFor, receiptTo }) => receiptFor !== null && receiptTo === null)
    : undefined;
}

/**
 * Whether sending its receipt is the page's main action, so that it isn't offered beside the payment as well.
 */
export const isReceiptNext = (doc: StoredDocument, { id }: PaymentRecord): boolean =>
  findPaymentWithoutReceipt(doc)?.id === id;

/** Whether a variation needs nothing more itself: its job is invoiced from the job's quote. */
function isAgreedVariation({ status, allowed, convertedInvoiceId, payments }: StoredDocument): boolean {
  if (status !== "accepted" || allowed.convert || convertedInvoiceId) return false;
  // A payment to be confirmed comes first.
  return !payments.some(({ confirmationStatus, canDecide }) => confirmationStatus === "pending" && canDecide);
}

/** The next step; null if something else comes next. */
export function findSettledAction(doc: StoredDocument): SettledNextStep | null {
  if (doc.kind === "quote") {
    const { variationOf } = doc;
    if (variationOf && isAgreedVariation(doc)) {
      return { type: "open", to: `/quotes/${variationOf.id}`, label: "Open the job’s quote", kind: "quote" };
    }
    if (doc.status !== "declined") return null;
    const isExtra = variationOf && !variationOf.closed;
    return { type: "copy", label: isExtra ? "Copy as a new variation" : "Copy as a new quote" };
  }
  if (doc.kind === "credit_note") {
    const isRefunded = Number(doc.toGiveBack ?? 0) === 0 || doc.status === "void";
    if (doc.status === "draft" || !isRefunded || !doc.invoiceId) return null;
    return { type: "open", to: `/invoices/${doc.invoiceId}`, label: "Open the invoice", kind: "invoice" };
  }
  if (doc.status === "void") {
    const { replacedBy, stageOfId } = doc;
    if (replacedBy) {
      const { id, number } = replacedBy;
      return { type: "open", to: `/invoices/${id}`, label: `Open ${number}`, kind: "invoice" };
    }
    // A copy wouldn't be part of the job, so the same work would be invoiced twice.
    if (stageOfId)
      return { type: "open", to: `/quotes/${stageOfId}`, label: "Open the job’s quote", kind: "quote" };
    return { type: "copy", label: "Make a replacement" };
  }
  if (doc.status !== "paid" && doc.status !== "credited") return null;
  const credit = Number(doc.toGiveBack ?? 0) > 0 && doc.creditNotes?.find(({ number }) => number !== null);
  if (credit) return { type: "refund", to: `/credit-notes/${credit.id}` };
  const payment = findPaymentWithoutReceipt(doc);
  if (payment) return { type: "receipt", payment };
  return doc.contactId ? { type: "quote", contactId: doc.contactId } : null;
}

/** The page's main action for a settled document, with an explanation. */
export function SettledAction({
  document: doc,
  action,
  busy,
  disabled,
  onCopy,
}: {
  document: StoredDocument;
  action: SettledNextStep;
  /** A copy is being made. */
  busy: boolean;
  /** Copying needs a connection. */
  disabled: boolean;
  onCopy: () => void;
}) {
  const voidText = doc.kind === "invoice" && doc.status === "void" && describeVoid(doc);
  return (
    <>
      <MainAction>
        <SettledActionButton document={doc} action={action} busy={busy} disabled={disabled} onCopy={onCopy} />
      </MainAction>
      {voidText && <p className="text-quiet text-sm">{voidText}</p>}
    </>
  );
}

function SettledActionButton({
  document: doc,
  action,
  busy,
  disabled,
  onCopy,
}: Parameters<typeof SettledAction>[0]) {
  switch (action.type) {
    case "receipt":
      return <EmailReceiptButton document={doc} payment={action.payment} />;
    case "copy":
      return (
        <Button
          variant="primary"
          block
          icon={<Copy aria-hidden size={18} strokeWidth={1.75} />}
          busy={busy}
          disabled={disabled}
          onClick={onCopy}
        >
          {action.label}
        </Button>
      );
    case "open": {
      const Icon = KIND_ICONS[action.kind];
      return (
        <Button asChild variant="primary" block>
          <Link to={action.to}>
            <Icon aria-hidden size={20} strokeWidth={1.75} />
            {action.label}
          </Link>
        </Button>
      );
    }
    case "refund":
      return (
        <Button asChild variant="primary" block writes>
          <Link to={action.to}>
            <Undo2 aria-hidden size={20} strokeWidth={1.75} />
            Refund the difference
          </Link>
        </Button>
      );
    case "quote":
      return (
        <Button asChild variant="primary" block>
          <Link to={`/quotes/create?contactId=${action.contactId}`}>
            <FilePlus2 aria-hidden size={20} strokeWidth={1.75} />
            New quote for this customer
          </Link>
        </Button>
      );
  }
}

function EmailReceiptButton({
  document: doc,
  payment,
}: {
  document: StoredDocument;
  payment: PaymentRecord;
}) {
  const { gbp } = useRules();
  const email = useEmailReceipt(doc.kind, doc.id);
  return (
    <Button
      variant="primary"
      block
      icon={<Mail aria-hidden size={18} strokeWidth={1.75} />}
      aria-label={`Email a receipt for ${gbp(payment.amount)} to ${payment.receiptFor}`}
      busy={email.isPending}
      busyLabel="Sending…"
      onClick={() => email.mutate(payment.id)}
    >
      Email a receipt
    </Button>
  );
}

/** What replaces a voided invoice. */
function describeVoid({ replacedBy, stageOfId }: StoredDocument): string {
  if (replacedBy) return `${replacedBy.number} replaces this invoice, and this invoice’s link leads to it.`;
  return stageOfId
    ? "Invoice this part again from there, and this invoice’s link will lead to the new one."
    : "Make a replacement and send it to the same customer: this invoice’s link will then take them to it.";
}
