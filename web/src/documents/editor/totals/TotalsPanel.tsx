import { ChevronUp, CircleAlert } from "lucide-react";
import { memo, type ReactNode, useState } from "react";
import { cx } from "../../../ui/cx";
import { Dialog } from "../../../ui/Dialog";
import { Money } from "../../../ui/Money";
import type { DocumentDraft } from "../draft/draft";
import { ChoiceTotalsList } from "./ChoiceSums";
import { type DocumentContext, usePresentation } from "./usePresentation";

const EMPHASISED_KINDS = new Set(["total", "payable", "balanceDue"]);

interface TotalsBreakdown {
  documentContext: DocumentContext;
  /** The last draft that could be calculated, or one that comes to the same. */
  totalsDraft: DocumentDraft | null;
  /** It is the draft before a field was beyond its limits. */
  isBehind: boolean;
  warnings: readonly string[];
}

/** The breakdown: what the rules make of the draft, a frame behind the key at most. */
export const TotalsTable = memo(function TotalsTable({
  documentContext,
  totalsDraft,
  isBehind,
  warnings,
}: TotalsBreakdown) {
  const presentation = usePresentation(documentContext, totalsDraft);
  const rows = presentation?.totals ?? null;
  return (
    <>
      {rows === null ? (
        <p className="text-quiet">The total appears again once the fields in red are fixed.</p>
      ) : (
        <dl className="grid gap-2">
          {rows.map((row) => (
            <div
              key={row.label}
              className={cx(
                "flex items-baseline justify-between gap-4",
                EMPHASISED_KINDS.has(row.kind) && "border-line border-t pt-2 font-semibold text-ink text-lg",
              )}
            >
              <dt className={cx(!EMPHASISED_KINDS.has(row.kind) && "text-quiet")}>{row.label}</dt>
              <dd>
                <Money text={row.amount} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {presentation?.choices && <ChoiceTotalsList choices={presentation.choices} />}
      {rows !== null && isBehind && (
        <p className="mt-3 flex items-start gap-1.5 text-sm text-warn">
          <CircleAlert aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0" />
          Not counting the field in red.
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} role="alert" className="mt-3 text-bad text-sm">
          {warning}
        </p>
      ))}
    </>
  );
});

/** On phones: the total, always in reach, opening to the breakdown. */
export function TotalsButton({
  total,
  children,
  ...breakdown
}: TotalsBreakdown & {
  total: string;
  /** What can be done about the total. */
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const { isBehind } = breakdown;
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        className="flex min-h-12 min-w-[min(6rem,30vw)] flex-1 items-center gap-2 rounded-md text-left"
      >
        <span className="min-w-0">
          <span className={cx("block text-xs", isBehind ? "text-warn" : "text-quiet")}>
            {isBehind ? "Last total" : "Total"}
          </span>
          <Money
            text={total}
            className="block font-semibold text-[length:min(1.125rem,5vw)] text-ink leading-5"
          />
        </span>
        <ChevronUp aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-quiet" />
        <span className="sr-only">Show how it adds up</span>
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="How it adds up">
        <TotalsTable {...breakdown} />
        {children}
      </Dialog>
    </>
  );
}
