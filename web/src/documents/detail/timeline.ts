import { fileAddress } from "../../api/calls";
import { todayInLondon } from "../editor/draft/calendar";
import { KINDS } from "../kind";
import type { StoredDocument } from "../types";

/** One thing that happened to a document. */
export interface Happening {
  label: string;
  /** Tells it from another with the same words. */
  id?: string;
  /** The day, `YYYY-MM-DD` in London; null when nobody kept it. */
  at: string | null;
  tone: "plain" | "good" | "bad";
  to?: string;
  /** What was said with it, as it was written. */
  note?: string;
  /** The PDF that keeps it. */
  file?: { label: string; href: string };
}

/** What happened, oldest first, from what the document itself says. */
export function happenings(doc: StoredDocument, gbp: (pounds: string) => string): Happening[] {
  const removed = (doc.removedPayments ?? []).map(
    ({ id, amount, reason, removedDate }): Happening => ({
      id,
      label: `Payment of ${gbp(amount)} removed`,
      at: removedDate,
      tone: "bad",
      note: reason,
    }),
  );
  const number = doc[KINDS[doc.kind].numberField];
  const made = todayInLondon(new Date(doc.createdAt));
  const all: (Happening | false | null | undefined | "")[] = [
    doc.sourceQuoteId
      ? { label: "Made from a quote", at: made, tone: "plain", to: `/quotes/${doc.sourceQuoteId}` }
      : { label: "Draft made", at: made, tone: "plain" },
    number && { label: `Sent as ${number}`, at: doc.sentDate ?? null, tone: "plain" },
    doc.acceptedDate && {
      label: `Accepted by ${doc.acceptance?.name ?? "the customer"}`,
      at: doc.acceptedDate,
      tone: "good",
      note: doc.acceptance?.options.length ? `With ${doc.acceptance.options.join(", ")}` : undefined,
      file: doc.acceptance
        ? {
            label: "Acceptance certificate",
            href: fileAddress("/api/quotes/{id}/certificate.pdf", { params: { id: doc.id } }),
          }
        : undefined,
    },
    doc.declinedDate && {
      label: "Declined by the customer",
      at: doc.declinedDate,
      tone: "bad",
      note: doc.declineReason ?? undefined,
    },
    doc.convertedInvoiceId && {
      label: "Turned into an invoice",
      at: null,
      tone: "good",
      to: `/invoices/${doc.convertedInvoiceId}`,
    },
    ...removed,
    doc.paidDate && { label: "Paid in full", at: doc.paidDate, tone: "good" },
    doc.status === "void" && { label: "Voided", at: null, tone: "bad" },
  ];
  return all.filter((happening): happening is Happening => Boolean(happening));
}
