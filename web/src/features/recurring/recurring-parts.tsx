import type { RecurringUpcoming } from "../../api/generated/RecurringUpcoming";
import { useRules } from "../../rules/rules";

/** The next days on which it comes, and when it is over. */
export function UpcomingDayList({ days: { next, left, last } }: { days: RecurringUpcoming }) {
  const { dateLong } = useRules();
  if (next.length === 0) return <p className="text-quiet">It has ended: we don’t make any more invoices.</p>;
  return (
    <>
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-x-4 gap-y-1 tabular-nums">
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
