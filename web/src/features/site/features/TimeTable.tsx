import { cx } from "../../../ui/cx";

/** A week's worth of an office task: minutes by hand and with Plumbline. */
interface WeekTask {
  task: string;
  before: number;
  after: number;
}

/** Four quotes in a third of the time; four invoices; the chasing; the receipts. */
export const WEEK: WeekTask[] = [
  { task: "Four quotes, 45 minutes each", before: 180, after: 60 },
  { task: "Four invoices, 20 minutes each", before: 80, after: 20 },
  { task: "Chasing what is owed", before: 90, after: 20 },
  { task: "Receipts and the books", before: 90, after: 30 },
];

const sumMinutes = (column: "before" | "after") => WEEK.reduce((minutes, task) => minutes + task[column], 0);

export const WEEK_TOTAL = { before: sumMinutes("before"), after: sumMinutes("after") };

/** Formats minutes: 310 is `5 h 10 min`. */
export function formatDuration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours} h` : "", rest > 0 ? `${rest} min` : ""].filter(Boolean).join(" ");
}

// Where large text leaves no room for three columns, a task is above its two times.
const ROW_CLASS = "@max-[15rem]:flex @max-[15rem]:flex-wrap";
const TASK_CLASS = "@max-[15rem]:basis-full @max-[15rem]:pb-0";
const TIME_CLASS = "@max-[15rem]:flex-1";

/** A time that may wrap between its hours and its minutes, but nowhere else. */
const formatUnbroken = (minutes: number) => formatDuration(minutes).replace(/ (?=h|min)/g, "\u00a0");

/** A week before and after, with bars in proportion to the times. */
export function WeekTimeTable() {
  return (
    <div className="@container">
      <table className="w-full max-w-4xl border-collapse text-left">
        <caption className="sr-only">Time for paperwork in a week, before and with Plumbline</caption>
        <thead>
          <tr className={cx(ROW_CLASS, "text-quiet text-sm")}>
            <th scope="col" className={cx(TASK_CLASS, "pb-3 font-medium")}>
              In a week
            </th>
            <th scope="col" className={cx(TIME_CLASS, "w-[5.25rem] pb-3 text-right font-medium md:w-64")}>
              Before
            </th>
            <th scope="col" className={cx(TIME_CLASS, "w-[5.25rem] pb-3 text-right font-medium md:w-64")}>
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {WEEK.map(({ task: name, before, after }) => (
            <tr key={name} className={cx(ROW_CLASS, "border-line border-t")}>
              <th scope="row" className={cx(TASK_CLASS, "py-4 pr-3 font-medium text-ink")}>
                {name}
              </th>
              <TimeBarCell minutes={before} className="bg-line-strong" />
              <TimeBarCell minutes={after} className="bg-accent" />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className={cx(ROW_CLASS, "border-ink border-t-2 font-semibold text-ink tabular-nums")}>
            <th scope="row" className={cx(TASK_CLASS, "py-4 font-semibold")}>
              All of it
            </th>
            <TotalTimeCell minutes={WEEK_TOTAL.before} />
            <TotalTimeCell minutes={WEEK_TOTAL.after} />
          </tr>
        </tfoot>
      </table>
      <p className="mt-8 max-w-[52ch] text-lead text-ink">
        That is{" "}
        <strong className="font-semibold">{formatDuration(WEEK_TOTAL.before - WEEK_TOTAL.after)} back</strong>
        , every week.
      </p>
      <p className="mt-2 max-w-[60ch] text-quiet text-sm">
        An example week of our own making, to show the claim of 5+ hours. Yours will differ.
      </p>
    </div>
  );
}

/**
 * The total of a column, on one line like the times above where there is room, and never touching the next
 * total.
 */
function TotalTimeCell({ minutes }: { minutes: number }) {
  return (
    <td className={cx(TIME_CLASS, "py-4 pl-3 text-right align-top @min-[20rem]:whitespace-nowrap")}>
      {formatUnbroken(minutes)}
    </td>
  );
}

/** A time as text, with a bar relative to the longest. */
function TimeBarCell({ minutes, className }: { minutes: number; className: string }) {
  const longest = Math.max(...WEEK.map(({ before }) => before));
  return (
    <td className={cx(TIME_CLASS, "py-4 text-right align-middle text-ink tabular-nums")}>
      <span className="flex items-center justify-end gap-3">
        <span
          aria-hidden
          className={`hidden h-2 rounded-full md:block ${className}`}
          style={{ width: `${(minutes / longest) * 8}rem` }}
        />
        <span className="@min-[15rem]:whitespace-nowrap md:min-w-20">{formatUnbroken(minutes)}</span>
      </span>
    </td>
  );
}
