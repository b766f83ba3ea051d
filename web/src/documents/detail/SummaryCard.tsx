import type { ReactNode } from "react";
import { Link } from "react-router";
import { daysBetween, todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { cx } from "../../ui/cx";
import { Money } from "../../ui/Money";
import { getEndDate, KINDS } from "../kind";
import { isOverdue } from "../status/overdue";
import type { StoredDocument } from "../types";

/** The statuses in which an invoice doesn't ask for money. */
const SETTLED_STATUSES: ReadonlySet<string> = new Set(["draft", "void", "paid", "credited"]);

/** The statuses of a quote whose last day doesn't matter any more. */
const ANSWERED_STATUSES: ReadonlySet<string> = new Set(["accepted", "invoiced", "declined"]);

/** A link to the quote of an invoice, whether it invoices the whole job or a part. */
function SourceQuoteLink({ document: doc }: { document: StoredDocument }) {
  const quote = doc.stageOfId ?? doc.sourceQuoteId;
  if (!quote) return null;
  return (
    <p className="mt-3 text-quiet text-sm">
      {doc.stageOfId ? "For one stage of " : doc.invoiced?.length ? "The final invoice of " : "Created from "}
      <Link to={`/quotes/${quote}`} className="font-medium text-ink underline">
        its quote
      </Link>
    </p>
  );
}

/** What the customer's last day is called. */
function getEndLabel({ kind, instalmentStanding }: StoredDocument, isToday: boolean): string {
  const { endDateLabel, requestedPayment } = KINDS[kind];
  if (instalmentStanding?.next) return isToday ? "Next instalment due today" : "Next instalment";
  if (!isToday) return endDateLabel;
  return requestedPayment === "balance" ? "Due today" : "Valid until today";
}

/** The date under which a document is remembered: the last day to pay or decide, or the day of its acceptance. */
function findImportantDate(doc: StoredDocument, isLastDay: boolean): { label: string; date: string } | null {
  const end = getEndDate(doc.kind, doc);
  if (doc.kind === "quote" && ANSWERED_STATUSES.has(doc.status)) {
    return doc.acceptedDate ? { label: "Accepted", date: doc.acceptedDate } : null;
  }
  return end ? { label: getEndLabel(doc, isLastDay), date: end } : null;
}

/** What the document is for, with the important amount and date, and the actions for them. */
export function SummaryCard({
  document: doc,
  about,
  children,
}: {
  document: StoredDocument;
  /** The job, on one line; empty if nothing says it. */
  about?: string;
  children: ReactNode;
}) {
  const rules = useRules();
  const { gbp, dateLong } = rules;
  const kindInfo = KINDS[doc.kind];
  const end = getEndDate(doc.kind, doc);
  const isOwed = kindInfo.requestedPayment === "balance" && !SETTLED_STATUSES.has(doc.status);
  const isCreditNote = kindInfo.requestedPayment === "nothing";
  const today = todayInLondon();
  const balance = { kind: doc.kind, status: doc.status, dueDate: end, balanceDue: doc.totals.balanceDue };
  const daysLate = end && isOverdue(rules, balance, today) ? daysBetween(end, today) : 0;
  // The customer has until the end of today to pay or decide.
  const isLastDay = end === today && (isOwed || (kindInfo.isAcceptable && doc.status === "sent"));
  const importantDate = findImportantDate(doc, isLastDay);
  return (
    <section
      aria-label="Summary"
      className={cx("rounded-lg border bg-paper p-4 md:p-5", daysLate > 0 ? "border-bad/40" : "border-line")}
    >
      {about && (
        <p className="wrap-anywhere mb-2 line-clamp-2 text-ink" dir="auto">
          {about}
        </p>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
        <div>
          <p className="text-quiet text-sm">
            {isOwed ? "Balance due" : isCreditNote ? "Credited to the invoice" : "Total"}
          </p>
          <Money
            text={gbp(
              isOwed
                ? doc.totals.balanceDue
                : isCreditNote
                  ? doc.totals.amountPayable
                  : doc.totals.totalAmount,
            )}
            className={cx(
              "font-semibold text-2xl tracking-tight max-sm:text-[length:min(1.75rem,10vw)]",
              daysLate > 0 ? "text-bad" : "text-ink",
            )}
          />
        </div>
        {importantDate && (
          <p className="ml-auto pb-0.5 text-right text-sm">
            <span className="block text-quiet">{importantDate.label}</span>
            <span className={cx("font-medium", daysLate > 0 ? "text-bad" : "text-ink")}>
              {dateLong(importantDate.date)}
            </span>
          </p>
        )}
      </div>
      <SourceQuoteLink document={doc} />
      {doc.variationOf && !doc.cancelledDate && (
        <p className="mt-3 text-quiet text-sm">
          {`${gbp(doc.variationOf.agreed)} was agreed before; this makes it ${gbp(doc.variationOf.withThis)}.`}
        </p>
      )}
      {doc.variationOf?.closed && (
        <Banner tone="amber" className="mt-4">
          {doc.variationOf.closed}
        </Banner>
      )}
      {daysLate > 0 && (
        <Banner
          tone="red"
          title={`Overdue by ${daysLate} ${daysLate === 1 ? "day" : "days"}`}
          className="mt-4"
        >
          {doc.instalmentStanding
            ? `${gbp(doc.instalmentStanding.overdue)} of its instalments is overdue.`
            : `${gbp(doc.totals.balanceDue)} is left to pay.`}
        </Banner>
      )}
      {children}
    </section>
  );
}
