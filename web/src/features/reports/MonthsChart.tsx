import { useRules } from "../../rules/rules";
import { BarChart, ChartLegend, type ChartSeries } from "../../ui/BarChart";
import { Card } from "../../ui/Card";

/** A month with its amounts, in the order of the series. */
export interface MonthAmounts {
  /** Such as 'November 2026'. */
  name: string;
  figures: readonly string[];
}

/** Months as bars. The table of the same months is beneath. */
export function MonthsChart({ months, series }: { months: readonly MonthAmounts[]; series: ChartSeries[] }) {
  const { gbp } = useRules();
  const bars = months.map(({ name, figures }) => ({
    label: name.slice(0, 3),
    name,
    values: figures.map(Number),
    valueTexts: figures.map((figure) => gbp(figure)),
  }));
  return (
    <Card title="Month by month">
      {series.length > 1 ? <ChartLegend series={series} /> : null}
      <div className="mt-3">
        <BarChart bars={bars} series={series} />
      </div>
    </Card>
  );
}
