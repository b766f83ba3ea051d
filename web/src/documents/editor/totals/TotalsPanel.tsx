import { ChevronUp, CircleAlert } from "lucide-react";
import { memo, type ReactNode, useMemo, useState } from "react";
import type { DisplayedChoice } from "../../../api/generated/DisplayedChoice";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import { cx } from "../../../ui/cx";
import { Dialog } from "../../../ui/Dialog";
import { Money } from "../../../ui/Money";
import { MarginSection } from "../../margin/MarginSection";
import { TakeHomeSection } from "../../take-home/TakeHomeSection";
import type { StoredDocument } from "../../types";
import { type DocumentDraft, toRequestBody } from "../draft/draft";
import { type DocumentContext, useAfterPaint, usePresentation } from "./usePresentation";
import { getFinalInvoiceJob } from "./wasmDraft";

/** The totals of a quote with each of its choices, side by side. */
export function ChoiceTotalsList({ choices }: { choices: readonly DisplayedChoice[] }) {
  return (
    <section aria-label="Each choice" className="mt-4 border-line border-t pt-3">
      <h3 className="font-semibold text-sm">Each choice</h3>
      <ul className="mt-2 grid gap-2">
        {choices.map((choice) => (
          <li key={choice.id} className="grid gap-0.5">
            <p className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 break-words">
                {choice.name || "No name"}
                {choice.chosen && <span className="block text-quiet text-sm">Recommended</span>}
              </span>
              <Money text={choice.total} className={cx(choice.chosen && "font-semibold text-ink")} />
            </p>
            {choice.rows.map((row) => (
              <p key={row.kind} className="flex items-baseline justify-between gap-4 text-quiet text-sm">
                <span>{row.label}</span>
                <Money text={row.amount} />
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

const EMPHASISED_KINDS = new Set(["total", "payable", "balanceDue"]);

interface TotalsBreakdown {
  documentContext: DocumentContext;
  /** The last draft that could be calculated, or an equivalent one. */
  totalsDraft: DocumentDraft | null;
  /** Whether it is from before a field was out of range. */
  isBehind: boolean;
  warnings: readonly string[];
}

/** The totals table, rendered at most one frame after a keystroke. */
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

/** On phones: the total, always visible, which opens the totals table. */
export function TotalsButton({
  total,
  children,
  ...breakdown
}: TotalsBreakdown & {
  total: string;
  /** The actions on the total. */
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

const NO_LINES = { items: [] };

/**
 * What only the business sees of a draft: what it keeps and its margin, rendered one frame after a keystroke.
 */
export const BusinessFigures = memo(function BusinessFigures({
  kind,
  stored,
  draft,
  profileId,
  ...figures
}: {
  kind: DocumentKind;
  stored: StoredDocument | null;
  /** The last draft that could be calculated, or an equivalent one. */
  draft: DocumentDraft | null;
  profileId: string | null;
  /** In pounds, as in the API. */
  total: string;
  cis: string;
  vat: string;
}) {
  const paintedDraft = useAfterPaint(draft);
  const job = getFinalInvoiceJob(stored);
  const document = useMemo(
    () => paintedDraft && { ...toRequestBody(kind, paintedDraft), ...job },
    [kind, paintedDraft, job],
  );
  return (
    <>
      <TakeHomeSection {...figures} document={document ?? NO_LINES} profileId={profileId} />
      {document && <MarginSection document={document} isOffered />}
    </>
  );
});
