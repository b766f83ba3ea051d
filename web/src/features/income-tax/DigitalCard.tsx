import { Link } from "react-router";
import type { TaxUpdateDays } from "../../api/generated/TaxUpdateDays";
import type { TaxYearReport } from "../../api/generated/TaxYearReport";
import { useRules } from "../../rules/rules";
import { Badge } from "../../ui/Badge";
import { Banner } from "../../ui/Banner";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { addTradeParam } from "./places";

/** Whether Making Tax Digital applies, and the four updates with their last days. */
export function MakingTaxDigitalCard({
  report,
  trade,
}: {
  report: TaxYearReport;
  trade: string | undefined;
}) {
  const { dateLong } = useRules();
  const { duty, updates, year, today } = report;
  return (
    <Card title="Making Tax Digital" hint="Quarterly updates for Income Tax" flush>
      <div className="grid gap-3 px-4 py-3 md:px-5">
        <Banner tone={duty.hasTo ? "amber" : "blue"}>
          <p className="font-medium">{duty.sentence}</p>
          {duty.firstYearWithoutPoints ? (
            <p>You get no penalty points for late updates in the first year.</p>
          ) : null}
          {duty.unknown.length > 0 ? (
            <p>
              {duty.hasTo
                ? "There’s nothing here for an earlier year. If your turnover was higher then, you may have to start sooner. "
                : "Enter what you earned then, or 0 if there was nothing. "}
              {duty.unknown.map((name) => (
                <Link
                  key={name}
                  to={`/income-tax/${name.slice(0, 4)}/choices#elsewhere`}
                  className="mr-3 inline-block font-medium underline"
                >
                  {`Enter your ${name} turnover`}
                </Link>
              ))}
            </p>
          ) : null}
        </Banner>
      </div>
      <ul className={cx("divide-y divide-line", updates.length > 0 && "border-line border-t")}>
        {updates.map((days, at) => (
          <li key={days.to}>
            <Link
              to={addTradeParam(`/income-tax/${year}/updates/${at + 1}`, trade)}
              className="flex min-h-control items-center justify-between gap-3 px-4 py-3 hover:bg-hover md:px-5"
            >
              <span className="min-w-0">
                <span className="block font-medium text-ink">{`Update ${at + 1}`}</span>
                <span className="block text-quiet text-sm">
                  {`${dateLong(days.from)} to ${dateLong(days.to)}, by ${dateLong(days.due)}`}
                </span>
              </span>
              <UpdateStateBadge days={days} today={today} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** How far an update is: Plumbline does not know whether it was sent. */
function UpdateStateBadge({ days, today }: { days: TaxUpdateDays; today: string }) {
  if (today <= days.to) return <Badge tone="grey" label="Not over yet" />;
  return today <= days.due ? <Badge tone="amber" label="To send" /> : <Badge tone="grey" label="Past" />;
}
