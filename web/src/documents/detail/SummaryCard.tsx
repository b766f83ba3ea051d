import type { ReactNode } from "react";
import { useRules } from "../../rules/rules";
import { Money } from "../../ui/Money";
import { KINDS } from "../kind";
import type { StoredDocument } from "../types";

/** The amount and the day that matter, with what to do about them. */
export function SummaryCard({ document: doc, children }: { document: StoredDocument; children: ReactNode }) {
  const { gbp, dateLong } = useRules();
  const words = KINDS[doc.kind];
  const end = doc[words.endDateField];
  const owed =
    words.asks === "balance" && doc.status !== "draft" && doc.status !== "void" && doc.status !== "paid";
  return (
    <section aria-label="Summary" className="rounded-lg border border-line bg-paper p-4 md:p-5">
      <div className="flex items-end justify-between gap-4">
        <div>
          <p className="text-quiet text-sm">{owed ? "Balance due" : "Total"}</p>
          <Money
            text={gbp(owed ? doc.totals.balanceDue : doc.totals.totalAmount)}
            className="font-semibold text-2xl text-ink tracking-tight"
          />
        </div>
        {end && (
          <p className="pb-0.5 text-right text-sm">
            <span className="block text-quiet">{words.endDateLabel}</span>
            <span className="font-medium text-ink">{dateLong(end)}</span>
          </p>
        )}
      </div>
      {children}
    </section>
  );
}
