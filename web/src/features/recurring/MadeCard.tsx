import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import type { MadeInvoice } from "../../api/generated/MadeInvoice";
import type { Recurring } from "../../api/generated/Recurring";
import { StatusBadges } from "../../documents/status/StatusBadges";
import { useRules } from "../../rules/rules";
import { Card } from "../../ui/Card";
import { Money } from "../../ui/Money";

/** The invoices that it made, the latest first. */
export function MadeInvoicesCard({ recurring: { made, madeTotal } }: { recurring: Recurring }) {
  return (
    <Card title="Invoices made" flush>
      {made.length === 0 ? (
        <p className="px-4 pb-5 text-quiet md:px-5">
          None yet. You’ll see each invoice here and how it’s doing.
        </p>
      ) : (
        <>
          <ul className="divide-y divide-line">
            {made.map((one) => (
              <MadeInvoiceRow key={one.invoice.id} made={one} />
            ))}
          </ul>
          {madeTotal > made.length ? (
            <p className="border-line border-t px-4 py-3 text-quiet text-sm md:px-5">
              {`The latest ${made.length} of ${madeTotal}. Your invoices list has them all.`}
            </p>
          ) : null}
        </>
      )}
    </Card>
  );
}

function MadeInvoiceRow({ made: { day, outcome, reason, invoice } }: { made: MadeInvoice }) {
  const { gbp, dateLong } = useRules();
  const isDraft = invoice.status === "draft";
  const draftReason = outcome === "late" ? "Made late, so it wasn’t sent." : reason;
  return (
    <li className="relative flex min-h-16 items-center gap-3 px-4 py-2.5 hover:bg-canvas md:px-5">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <Link
            to={`/invoices/${invoice.id}`}
            className="font-medium text-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:outline-offset-[-2px]"
          >
            {invoice.number ?? "Draft invoice"}
          </Link>
          <Money text={gbp(invoice.totalAmount)} className="ml-auto font-medium text-ink" />
        </div>
        <div className="mt-0.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-quiet text-sm">
          <span>{dateLong(day)}</span>
          <StatusBadges doc={invoice} displayStatus={invoice.displayStatus} />
        </div>
        {isDraft && draftReason ? <p className="mt-1 text-sm text-warn">{draftReason}</p> : null}
      </div>
      <ChevronRight aria-hidden size={18} strokeWidth={1.75} className="shrink-0 text-quiet" />
    </li>
  );
}
