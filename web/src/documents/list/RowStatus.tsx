import { Banknote } from "lucide-react";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import { useRules } from "../../rules/rules";
import { HereMark } from "../here/HereMark";
import { UnsharedMark } from "../here/UnsharedMark";
import { StatusBadges } from "../status/StatusBadges";

/**
 * The status of a row; before it, a mark where its customer says that something was paid, after it
 * one where changes wait on this device.
 */
export function RowStatus({ row }: { row: DocumentSummary }) {
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-1 md:py-1">
      <ToConfirmMark amount={row.toConfirm} />
      <StatusBadges of={row} shown={row.displayStatus} />
      <UnsharedMark kind={row.kind} id={row.id} status={row.status} />
      <HereMark kind={row.kind} id={row.id} status={row.status} />
    </span>
  );
}

function ToConfirmMark({ amount }: { amount: string }) {
  const { gbp } = useRules();
  if (Number(amount) === 0) return null;
  const words = `${gbp(amount)} to confirm`;
  return (
    <span
      role="img"
      aria-label={words}
      title={words}
      className="inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-warn-tint text-warn"
    >
      <Banknote aria-hidden size={14} strokeWidth={2.25} />
    </span>
  );
}
