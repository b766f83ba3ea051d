import { lazy, Suspense } from "react";
import type { DashboardMonth } from "../../api/generated/DashboardMonth";
import type { DashboardYear } from "../../api/generated/DashboardYear";
import { useRules } from "../../rules/rules";
import { Card } from "../../ui/Card";
import { Disclosure } from "../../ui/Disclosure";
import { Money } from "../../ui/Money";
import { Skeleton } from "../../ui/Skeleton";
import { formatMonth } from "./months";

const YearChart = lazy(async () => ({ default: (await import("./YearChart")).YearChart }));

/** Income and expenses over twelve months: as text, as bars, and as a table. */
export function YearCard({ year }: { year: DashboardYear }) {
  const { gbp } = useRules();
  return (
    <Card title="Last 12 months">
      <p className="text-body">
        <Money text={gbp(year.income)} className="font-semibold text-ink" /> came in and{" "}
        <Money text={gbp(year.expenses)} className="font-semibold text-ink" /> went out.
      </p>
      <div className="mt-4">
        <Suspense fallback={<Skeleton className="h-56 w-full md:h-64" />}>
          <YearChart months={year.months} />
        </Suspense>
      </div>
      <div className="mt-3">
        <Disclosure label="Show as a table">
          <MonthsTable months={year.months} />
        </Disclosure>
      </div>
    </Card>
  );
}

function MonthsTable({ months }: { months: DashboardMonth[] }) {
  const rules = useRules();
  return (
    <table className="w-full text-left">
      <caption className="sr-only">Money month by month</caption>
      <thead>
        <tr className="border-line border-b text-quiet text-sm">
          <th scope="col" className="py-2 font-medium">
            Month
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            Came in
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            Went out
          </th>
        </tr>
      </thead>
      <tbody>
        {[...months].reverse().map(({ month, income, expenses }) => (
          <tr key={month} className="border-line border-b last:border-0">
            <th scope="row" className="py-2 font-normal text-ink">
              {formatMonth(rules, month)}
            </th>
            <td className="py-2 text-right">
              <Money text={rules.gbp(income)} />
            </td>
            <td className="py-2 text-right">
              <Money text={rules.gbp(expenses)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
