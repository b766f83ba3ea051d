import type { Month } from "../../api/generated/Month";
import { useRules } from "../../rules/rules";
import { BarChart, type Series } from "../../ui/BarChart";
import { monthName } from "./months";

const SERIES: Series[] = [{ label: "Came in", tone: "ink" }];

/** The months as bars. Their heights are drawn from the figures; what is said of them is the figures' own text. */
export function YearChart({ months }: { months: Month[] }) {
  const rules = useRules();
  const bars = months.map(({ month, income }) => {
    const name = monthName(rules, month);
    return {
      label: name.slice(0, 3),
      name,
      values: [Number(income)],
      words: [rules.gbp(income)],
    };
  });
  return <BarChart bars={bars} series={SERIES} />;
}
