import type { DashboardMonth } from "../../api/generated/DashboardMonth";
import { useRules } from "../../rules/rules";
import { BarChart, ChartLegend, type ChartSeries } from "../../ui/BarChart";
import { formatMonth } from "./months";

const SERIES: ChartSeries[] = [
  { label: "Came in", tone: "ink" },
  { label: "Went out", tone: "accent" },
];

/** The months as bars. Their heights come from the amounts; their labels are the formatted amounts. */
export function YearChart({ months }: { months: DashboardMonth[] }) {
  const rules = useRules();
  const bars = months.map(({ month, income, expenses }) => {
    const name = formatMonth(rules, month);
    return {
      label: name.slice(0, 3),
      name,
      values: [Number(income), Number(expenses)],
      valueTexts: [rules.gbp(income), rules.gbp(expenses)],
    };
  });
  return (
    <>
      <ChartLegend series={SERIES} />
      <div className="mt-3">
        <BarChart bars={bars} series={SERIES} />
      </div>
    </>
  );
}
