/** A job of the desk, a week's worth of it: minutes by hand and with Plumbline. */
interface WeekTask {
  task: string;
  before: number;
  after: number;
}

/** Four quotes, three times as fast; four invoices; the chasing; the receipts. */
export const WEEK: WeekTask[] = [
  { task: "Four quotes, 45 minutes each", before: 180, after: 60 },
  { task: "Four invoices, 20 minutes each", before: 80, after: 20 },
  { task: "Chasing what is owed", before: 90, after: 20 },
  { task: "Receipts and the books", before: 90, after: 30 },
];

const sumMinutes = (column: "before" | "after") => WEEK.reduce((minutes, task) => minutes + task[column], 0);

export const WEEK_TOTAL = { before: sumMinutes("before"), after: sumMinutes("after") };

/** `5 h 10 min` of 310. */
export function formatDuration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours} h` : "", rest > 0 ? `${rest} min` : ""].filter(Boolean).join(" ");
}
