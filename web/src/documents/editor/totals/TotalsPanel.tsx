import { ChevronUp } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { TotalRow } from "../../../api/generated/TotalRow";
import { cx } from "../../../ui/cx";
import { Dialog } from "../../../ui/Dialog";
import { Money } from "../../../ui/Money";

const STRONG = new Set(["total", "payable", "balanceDue"]);

/** The breakdown: what the rules make of the draft at this keystroke. */
export function TotalsTable({ rows, warnings }: { rows: TotalRow[] | null; warnings: string[] }) {
  return (
    <>
      {rows === null ? (
        <p className="text-quiet">The total appears again once the marked fields are mended.</p>
      ) : (
        <dl className="grid gap-2">
          {rows.map((row) => (
            <div
              key={row.label}
              className={cx(
                "flex items-baseline justify-between gap-4",
                STRONG.has(row.kind) && "border-line border-t pt-2 font-semibold text-ink text-lg",
              )}
            >
              <dt className={cx(!STRONG.has(row.kind) && "text-quiet")}>{row.label}</dt>
              <dd>
                <Money text={row.amount} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {warnings.map((warning) => (
        <p key={warning} role="alert" className="mt-3 text-bad text-sm">
          {warning}
        </p>
      ))}
    </>
  );
}

/** On phones: the total, always in reach, opening to the breakdown. */
export function TotalsButton({
  total,
  rows,
  warnings,
  children,
}: {
  total: string;
  rows: TotalRow[] | null;
  warnings: string[];
  /** What can be done about the total. */
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        className="flex min-h-12 min-w-0 flex-1 items-center gap-2 rounded-md text-left"
      >
        <span className="min-w-0">
          <span className="block text-quiet text-xs">Total</span>
          <Money text={total} className="block truncate font-semibold text-ink text-lg leading-5" />
        </span>
        <ChevronUp aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-quiet" />
        <span className="sr-only">Show how it adds up</span>
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="How it adds up">
        <TotalsTable rows={rows} warnings={warnings} />
        {children}
      </Dialog>
    </>
  );
}
