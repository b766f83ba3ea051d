import { cx } from "../../../ui/cx";
import { duration, TOTAL, WEEK } from "./time";

// Where the text is so large that three columns have no room, a task stands above its two times.
const row = "@max-[15rem]:flex @max-[15rem]:flex-wrap";
const task = "@max-[15rem]:basis-full @max-[15rem]:pb-0";
const time = "@max-[15rem]:flex-1";

/** A time that may break between its hours and its minutes, not within. */
const whole = (minutes: number) => duration(minutes).replace(/ (?=h|min)/g, "\u00a0");

/** A week before and after, each as long as it takes. */
export function TimeTable() {
  return (
    <div className="@container">
      <table className="w-full max-w-4xl border-collapse text-left">
        <caption className="sr-only">Time for paperwork in a week, before and with Plumbline</caption>
        <thead>
          <tr className={cx(row, "text-quiet text-sm")}>
            <th scope="col" className={cx(task, "pb-3 font-medium")}>
              In a week
            </th>
            <th scope="col" className={cx(time, "w-[5.25rem] pb-3 text-right font-medium md:w-64")}>
              Before
            </th>
            <th scope="col" className={cx(time, "w-[5.25rem] pb-3 text-right font-medium md:w-64")}>
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {WEEK.map(({ task: name, before, after }) => (
            <tr key={name} className={cx(row, "border-line border-t")}>
              <th scope="row" className={cx(task, "py-4 pr-3 font-medium text-ink")}>
                {name}
              </th>
              <Bar minutes={before} className="bg-line-strong" />
              <Bar minutes={after} className="bg-accent" />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className={cx(row, "border-ink border-t-2 font-semibold text-ink tabular-nums")}>
            <th scope="row" className={cx(task, "py-4 font-semibold")}>
              All of it
            </th>
            <Total minutes={TOTAL.before} />
            <Total minutes={TOTAL.after} />
          </tr>
        </tfoot>
      </table>
      <p className="mt-8 max-w-[52ch] text-lead text-ink">
        That is <strong className="font-semibold">{duration(TOTAL.before - TOTAL.after)} back</strong>, every
        week.
      </p>
      <p className="mt-2 max-w-[60ch] text-quiet text-sm">
        An example week of our own making, to show the claim of 5+ hours. Yours will differ.
      </p>
    </div>
  );
}

/** The sum of a column, on one line as the times above it where there is room: it is never beside the next sum. */
function Total({ minutes }: { minutes: number }) {
  return (
    <td className={cx(time, "py-4 pl-3 text-right align-top @min-[20rem]:whitespace-nowrap")}>
      {whole(minutes)}
    </td>
  );
}

/** So long, in words and as long as it is beside the longest. */
function Bar({ minutes, className }: { minutes: number; className: string }) {
  const longest = Math.max(...WEEK.map(({ before }) => before));
  return (
    <td className={cx(time, "py-4 text-right align-middle text-ink tabular-nums")}>
      <span className="flex items-center justify-end gap-3">
        <span
          aria-hidden
          className={`hidden h-2 rounded-full md:block ${className}`}
          style={{ width: `${(minutes / longest) * 8}rem` }}
        />
        <span className="@min-[15rem]:whitespace-nowrap md:min-w-20">{whole(minutes)}</span>
      </span>
    </td>
  );
}
