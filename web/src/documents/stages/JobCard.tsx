import { useQuery } from "@tanstack/react-query";
import { CirclePlus, FileInput } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { CancellationResponse } from "../../api/generated/CancellationResponse";
import type { Job } from "../../api/generated/Job";
import type { JobInvoice } from "../../api/generated/JobInvoice";
import { newId } from "../../api/requests";
import { usePlanGuard } from "../../entities/plans/usePlanGuard";
import { useRules } from "../../rules/rules";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { Money } from "../../ui/Money";
import { cancellationQuery } from "../cancellation/queries";
import type { DocumentDraft } from "../editor/draft/draft";
import { markAsNewDocument, type NewDocumentState } from "../editor/NewDocumentScreen";
import type { StoredDocument } from "../types";
import { jobQuery } from "./queries";
import { StageDialog } from "./StageDialog";

/** The state of a quote's job: what was agreed, invoiced and paid, its invoices, and the next one. */
export function JobCard({ quote }: { quote: StoredDocument }) {
  const { data: job } = useQuery(jobQuery(quote.id));
  const [isDialogOpen, setDialogOpen] = useState(false);
  const writing = usePlanGuard();
  const startVariation = useStartVariation(quote, job?.agreed);
  const isCancelled = Boolean(quote.cancelledDate);
  const { data: cancellation } = useQuery({ ...cancellationQuery(quote.id), enabled: isCancelled });
  const owed = isCancelled ? findAmountOwed(cancellation) : undefined;
  const isBegun = (job?.invoices.length ?? 0) > 0;
  const isVaried = (job?.variations.length ?? 0) > 0;
  if (!job && !quote.allowed.vary) return null;
  // A final invoice without stages is linked above.
  const hasStages = Boolean(quote.stages) || quote.allowed.stage;
  if (job && !isVaried && !hasStages) return null;
  // Nothing was invoiced for a cancelled job, and nothing can be yet.
  const canInvoice = job && quote.allowed.stage && owed !== null && !(Number(job.over) > 0);
  if (job && !isBegun && !isVaried && !canInvoice && !quote.allowed.vary) return null;
  return (
    <Card
      title={isVaried ? "This job" : "Invoices of this job"}
      hint={
        isBegun || isVaried || isCancelled
          ? undefined
          : "Invoice a deposit or part of the job now; the final invoice takes it off."
      }
    >
      <div className="grid gap-4">
        {job && isVaried ? <VariationList job={job} /> : null}
        {job && (isBegun || isVaried) ? (
          <JobTotals job={job} isCancelled={Boolean(quote.cancelledDate)} />
        ) : null}
        {job && isBegun ? (
          <ul aria-label="Invoices" className="divide-y divide-line border-line border-y">
            {job.invoices.map((invoice) => (
              <JobInvoiceRow key={invoice.id} invoice={invoice} />
            ))}
          </ul>
        ) : null}
        {canInvoice ? (
          <Button
            block
            icon={<FileInput aria-hidden size={18} strokeWidth={1.75} />}
            writes
            onClick={() => setDialogOpen(true)}
          >
            {owed === undefined ? "Invoice a part" : "Invoice what is owed"}
          </Button>
        ) : null}
        {quote.allowed.vary ? (
          <Button
            block
            icon={<CirclePlus aria-hidden size={18} strokeWidth={1.75} />}
            onClick={writing(startVariation)}
          >
            Add an extra
          </Button>
        ) : null}
      </div>
      {job && (
        <StageDialog
          quote={quote}
          job={job}
          owed={owed ?? null}
          open={isDialogOpen}
          onOpenChange={setDialogOpen}
        />
      )}
    </Card>
  );
}

/** What the customer of a cancelled job must still be invoiced for; null if that is nothing or not known. */
function findAmountOwed(cancellation: CancellationResponse | undefined): string | null {
  const owedSums = cancellation?.cancelled?.owed;
  if (!owedSums || Number(owedSums.owed ?? 0) === 0 || Number(owedSums.giveBack ?? 0) > 0) return null;
  return owedSums.owed;
}

/** The accepted quote and the variations agreed since. */
function VariationList({ job }: { job: Job }) {
  const { gbp } = useRules();
  return (
    <section aria-label="What was agreed">
      <p className="flex flex-wrap justify-between gap-x-4 pb-2">
        <span className="text-quiet">Accepted quote</span>
        <Money text={gbp(job.accepted)} className="font-medium text-ink" />
      </p>
      <ul aria-label="Variations" className="divide-y divide-line border-line border-y">
        {job.variations.map((variation) => (
          <li key={variation.id}>
            <Link
              to={variation.status === "draft" ? `/quotes/edit/${variation.id}` : `/quotes/${variation.id}`}
              className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 hover:bg-hover"
            >
              <span className="min-w-[min(100%,8rem)] flex-1">
                <span className="wrap-anywhere line-clamp-2 font-medium text-ink" dir="auto">
                  {variation.about || "Variation"}
                </span>
                <span className="block text-quiet text-sm">{variation.number ?? "Draft"}</span>
              </span>
              <span className="ml-auto flex shrink-0 flex-col items-end gap-1">
                <Money
                  text={gbp(variation.total)}
                  className={cx("font-medium", variation.counts ? "text-ink" : "text-quiet")}
                />
                <Badge {...variation.displayStatus} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function JobTotals({
  job,
  isCancelled,
}: {
  job: Job;
  /** The customer has cancelled the job. */
  isCancelled: boolean;
}) {
  const { gbp } = useRules();
  const [agreed, invoiced, paid] = [job.agreed, job.invoiced, job.paid].map(Number) as [
    number,
    number,
    number,
  ];
  const share = (amount: number) =>
    `${agreed > 0 ? Math.min(100, Math.max(0, (amount / agreed) * 100)) : 0}%`;
  const totals = [
    { label: "Agreed", amount: job.agreed },
    { label: "Invoiced", amount: job.invoiced },
    { label: "Paid", amount: job.paid },
    // For a cancelled job, only what is owed can be invoiced, which is shown with the cancellation.
    ...(isCancelled ? [] : [{ label: "Left to invoice", amount: job.left }]),
  ];
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-x-4 gap-y-2">
        {totals.map(({ label, amount }) => (
          <div key={label}>
            <dt className="text-quiet text-sm">{label}</dt>
            <dd className="font-semibold text-ink">
              <Money text={gbp(amount)} />
            </dd>
          </div>
        ))}
      </dl>
      {Number(job.givenUp) > 0 && (
        <p className="text-quiet text-sm">{`${gbp(job.givenUp)} of what was agreed won’t be invoiced.`}</p>
      )}
      {Number(job.over) > 0 && (
        <p className="text-sm text-warn">
          {`${gbp(job.over)} more has been invoiced than is now agreed. Make a credit note for it.`}
        </p>
      )}
      {/* The bar only repeats the amounts in the text, so it is hidden from screen readers. */}
      <div aria-hidden className="relative h-2 overflow-hidden rounded-full bg-hover">
        <div
          className="absolute inset-y-0 left-0 rounded-full bg-ink/30"
          style={{ width: share(invoiced) }}
        />
        <div className="absolute inset-y-0 left-0 rounded-full bg-good" style={{ width: share(paid) }} />
      </div>
    </div>
  );
}

/** The label for what an invoice covers. */
export function describeInvoicePart({ asked, share }: Pick<JobInvoice, "asked" | "share">): string {
  switch (asked) {
    case "deposit":
      return "Deposit";
    case "percentage":
      return `${share}% of the job`;
    case "lines":
      return share === "1" ? "1 line" : `${share} lines`;
    case "final":
      return "Final invoice";
    default:
      return "Part of the job";
  }
}

function JobInvoiceRow({ invoice }: { invoice: JobInvoice }) {
  const { gbp, dateLong } = useRules();
  const { id, number, status, displayStatus, date, total, credited, isVoid } = invoice;
  const creditedText = Number(credited) > 0 && !isVoid && `${gbp(credited)} credited`;
  return (
    <li>
      <Link
        to={status === "draft" ? `/invoices/edit/${id}` : `/invoices/${id}`}
        className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 hover:bg-hover"
      >
        <span className="min-w-0">
          <span className="block font-medium text-ink">{describeInvoicePart(invoice)}</span>
          <span className="block text-quiet text-sm">
            {[number ?? "Draft", date && dateLong(date), creditedText].filter(Boolean).join(" · ")}
          </span>
        </span>
        <span className="ml-auto flex flex-col items-end gap-1">
          <Money
            text={gbp(total)}
            className={cx("font-medium", isVoid ? "text-quiet line-through" : "text-ink")}
          />
          <Badge {...displayStatus} />
        </span>
      </Link>
    </li>
  );
}

/**
 * Starts a variation of an accepted quote's job, with the same customer, business, VAT and CIS. Like any
 * other document, it is saved once something has been typed, online or offline.
 */
export function useStartVariation(quote: StoredDocument, agreed: string | undefined): () => void {
  const navigate = useNavigate();
  return () => {
    const id = newId();
    markAsNewDocument(id);
    const state: NewDocumentState = {
      begun: true,
      contactId: quote.contactId,
      templateId: null,
      initialFields: buildVariationDraft(quote, agreed),
    };
    void navigate(`/quotes/edit/${id}`, { state });
  };
}

export function buildVariationDraft(
  quote: StoredDocument,
  agreed: string | undefined,
): Partial<DocumentDraft> {
  return {
    businessProfileId: quote.businessProfileId,
    contactId: quote.contactId,
    jobAddress: quote.jobAddress,
    orderNumber: quote.orderNumber,
    terms: quote.terms,
    template: quote.template,
    documentLabourUnitType: quote.documentLabourUnitType,
    labourUnitType: quote.documentLabourUnitType,
    vatTreatment: quote.vatTreatment,
    tax: quote.tax,
    pricesIncludeVat: quote.pricesIncludeVat ?? false,
    vatAnswers: quote.vatAnswers,
    // The time of the job isn't the time of the variation.
    agreement: quote.agreement && { ...quote.agreement, workTime: null },
    // Payment is requested with the job.
    includeDeposit: false,
    cisRate: quote.cisRate === null || quote.cisRate === undefined ? null : String(quote.cisRate),
    varies: {
      id: quote.id,
      quoteNumber: quote.quoteNumber ?? "",
      agreed: agreed ?? quote.totals.totalAmount,
    },
  };
}
