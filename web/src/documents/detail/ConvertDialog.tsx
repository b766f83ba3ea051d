import { ConfirmDialog } from "../../ui/Dialog";
import type { StoredDocument } from "../types";

/** Whether there is something to know before a quote is made an invoice. */
export function needsConvertConfirmation(doc: StoredDocument): boolean {
  return doc.status !== "accepted" || Boolean(doc.depositFate);
}

/** Says what becomes of the deposit, and of a customer who has not answered, before the quote is made an invoice. */
export function ConvertDialog({
  document: doc,
  title,
  open,
  busy,
  onOpenChange,
  onConfirm,
}: {
  document: StoredDocument;
  title: string;
  open: boolean;
  busy: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
}) {
  const customer = doc.contact?.name || "Your customer";
  const unanswered =
    doc.status !== "accepted" &&
    `${customer} hasn’t accepted it yet, and can no longer accept or decline it once it is an invoice.`;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Turn ${title.charAt(0).toLowerCase()}${title.slice(1)} into an invoice?`}
      description={[unanswered, doc.depositFate].filter(Boolean).join(" ")}
      confirmLabel="Convert to invoice"
      tone="primary"
      busy={busy}
      onConfirm={onConfirm}
    />
  );
}
