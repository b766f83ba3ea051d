import { Bar, CartesianGrid, BarChart as Chart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";

/** A group of bars: the label under it and, for each series, the value and its text. */
export interface BarGroup {
  label: string;
  /** The full name, where the label is abbreviated: 'November 2026'. */
  name: string;
  values: number[];
  valueTexts: string[];
}

/** A series of bars. Hatching distinguishes it too, for printing and for people who can't see the colours. */
export interface ChartSeries {
  label: string;
  tone: "ink" | "accent";
}

const TONES = { ink: "var(--color-ink)", accent: "var(--color-accent)" };

const TICK_FORMAT = new Intl.NumberFormat("en-GB", {
  style: "currency",
  currency: "GBP",
  notation: "compact",
  maximumSignificantDigits: 3,
});

/** About four round tick values, from the lowest bar (or zero) to above the highest. */
export function computeTicks(values: readonly number[]): number[] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const least = (high - low || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 2.5, 5, 10].map((round) => round * power).find((round) => round >= least) ?? least;
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}

/**
 * Bars side by side. The chart is purely visual, so the caller must also show the same amounts as a table.
 */
export function BarChart({ bars, series }: { bars: BarGroup[]; series: ChartSeries[] }) {
  const ticks = computeTicks(bars.flatMap(({ values }) => values));
  const rows = bars.map((bar) => ({
    ...bar,
    ...Object.fromEntries(bar.values.map((value, at) => [at, value])),
  }));
  return (
    <div aria-hidden className="h-56 w-full overflow-hidden text-xs md:h-64">
      <svg width="0" height="0" className="absolute">
        <title>Hatching</title>
        <defs>
          <pattern
            id="hatched"
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="6" height="6" fill="var(--color-accent-tint)" />
            <rect width="3" height="6" fill={TONES.accent} />
          </pattern>
        </defs>
      </svg>
      <ResponsiveContainer width="100%" height="100%" minWidth={0}>
        <Chart
          data={rows}
          accessibilityLayer={false}
          margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
          barGap={1}
        >
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis
            dataKey="label"
            tickLine={false}
            axisLine={{ stroke: "var(--color-line-strong)" }}
            tick={{ fill: "var(--color-quiet)" }}
            // If the labels don't all fit, show every second or third, evenly spaced.
            interval="equidistantPreserveStart"
            minTickGap={2}
          />
          <YAxis
            width={48}
            ticks={ticks}
            domain={[ticks.at(0) ?? 0, ticks.at(-1) ?? 1]}
            tickLine={false}
            axisLine={false}
            tick={{ fill: "var(--color-quiet)" }}
            tickFormatter={(value: number) => TICK_FORMAT.format(value)}
          />
          <Tooltip
            cursor={{ fill: "var(--color-hover)" }}
            isAnimationActive={false}
            content={({ active, payload }) => {
              const bar: BarGroup | undefined = payload?.[0]?.payload;
              return active && bar ? <BarTooltip bar={bar} series={series} /> : null;
            }}
          />
          {series.map(({ label, tone }, at) => (
            <Bar
              key={label}
              dataKey={String(at)}
              fill={tone === "accent" ? "url(#hatched)" : TONES[tone]}
              stroke={TONES[tone]}
              radius={[3, 3, 0, 0]}
              maxBarSize={28}
              isAnimationActive={false}
            />
          ))}
        </Chart>
      </ResponsiveContainer>
    </div>
  );
}

function BarTooltip({ bar, series }: { bar: BarGroup; series: ChartSeries[] }) {
  return (
    <div className="rounded-md border border-line bg-paper px-3 py-2 shadow-float">
      <p className="font-semibold text-ink text-sm">{bar.name}</p>
      {series.map(({ label }, at) => (
        <p key={label} className="text-body text-sm tabular-nums">
          {label}: {bar.valueTexts[at]}
        </p>
      ))}
    </div>
  );
}

/** The legend of the bars, shown beside the chart's title. */
export function ChartLegend({ series }: { series: ChartSeries[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-quiet text-sm">
      {series.map(({ label, tone }) => (
        <li key={label} className="flex items-center gap-1.5">
          <svg aria-hidden="true" width="12" height="12" className="shrink-0">
            <rect
              width="12"
              height="12"
              rx="2"
              fill={tone === "accent" ? "url(#hatched)" : TONES[tone]}
              stroke={TONES[tone]}
            />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
