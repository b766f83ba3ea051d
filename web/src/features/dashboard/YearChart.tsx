import type { DashboardMonth } from "../../api/generated/DashboardMonth";
import { useRules } from "../../rules/rules";
import { BarChart, Legend, type Series } from "../../ui/BarChart";
import { monthName } from "./months";

const SERIES: Series[] = [
  { label: "Came in", tone: "ink" },
  { label: "Went out", tone: "accent" },
];

/** The months as bars. Their heights are drawn from the figures; what is said of them is the figures' own text. */
export function YearChart({ months }: { months: DashboardMonth[] }) {
  const rules = useRules();
  const bars = months.map(({ month, income, expenses }) => {
    const name = monthName(rules, month);
    return {
      label: name.slice(0, 3),
      name,
      values: [Number(income), Number(expenses)],
      words: [rules.gbp(income), rules.gbp(expenses)],
    };
  });
  return (
    <>
      <Legend series={SERIES} />
      <div className="mt-3">
        <BarChart bars={bars} series={SERIES} />
      </div>
    </>
  );
}
