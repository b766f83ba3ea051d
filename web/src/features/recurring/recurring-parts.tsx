import { CirclePause, FilePen, Send } from "lucide-react";
import type { RecurringSummary } from "../../api/generated/RecurringSummary";
import type { RecurringUpcoming } from "../../api/generated/RecurringUpcoming";
import { usePlan } from "../../entities/plans/usePlan";
import { useRules } from "../../rules/rules";
import { Badge } from "../../ui/Badge";
import { Banner } from "../../ui/Banner";

/** The next dates of the invoice, and when it ends. */
export function UpcomingDayList({ days: { next, left, last } }: { days: RecurringUpcoming }) {
  const { dateLong } = useRules();
  if (next.length === 0) return <p className="text-quiet">It has ended: we don’t make any more invoices.</p>;
  return (
    <>
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,7.5rem),1fr))] gap-x-4 gap-y-1 tabular-nums">
        {next.map((day, at) => (
          <li key={day} className={at === 0 ? "font-semibold text-ink" : undefined}>
            {dateLong(day)}
          </li>
        ))}
      </ol>
      <p className="mt-2 text-quiet text-sm">
        {left !== null && last !== null
          ? `${left} ${left === 1 ? "invoice" : "invoices"} to come, the last on ${dateLong(last)}.`
          : "And so on, until you stop it."}
      </p>
    </>
  );
}

/** What happens on its next date, or why nothing does. */
export function RecurringStateBadge({
  recurring: { paused, trouble, nextDay, makes },
}: {
  recurring: Pick<RecurringSummary, "paused" | "trouble" | "nextDay" | "makes">;
}) {
  if (trouble) return <Badge tone="red" label="Stopped" />;
  if (paused) return <Badge tone="amber" label="Paused" icon={CirclePause} />;
  if (!nextDay) return <Badge tone="grey" label="Ended" />;
  if (makes === "sent") return <Badge tone="blue" label="Sends" icon={Send} />;
  return <Badge tone="grey" label="Makes a draft" icon={FilePen} />;
}

/** Displayed with the recurring invoices of an account whose plan has lapsed. */
export function RecurringStoppedBanner() {
  const { isLapsed } = usePlan();
  if (!isLapsed) return null;
  return (
    <Banner tone="amber" title="Recurring invoices have stopped for now" className="mb-4">
      Recurring invoices carry on once you have a plan again. The ones due before then become drafts for you
      to check first.
    </Banner>
  );
}
