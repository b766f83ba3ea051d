// Made once: a format costs more to make than a hundred dates to write.
const LONDON = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** Today as a calendar date, `YYYY-MM-DD`, in London, where the documents are. */
export function todayInLondon(now: Date = new Date()): string {
  const parts = LONDON.formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((p) => p.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** How many days lie between two calendar dates, counted in UTC, where every day has 24 hours; 0 where one is none. */
export function daysBetween(from: string, to: string): number {
  const days = (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;
  return Number.isNaN(days) ? 0 : days;
}

/** The same day so many months later, or the last of its month where that has no such day; what is no date stays as it is. */
export function plusMonths(date: string, months: number): string {
  const [year = Number.NaN, month = Number.NaN, day = Number.NaN] = date.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  if (Number.isNaN(first.getTime()) || Number.isNaN(day)) return date;
  const firstDay = first.toISOString().slice(0, 10);
  const end = monthEnd(firstDay);
  const wanted = `${firstDay.slice(0, 8)}${String(day).padStart(2, "0")}`;
  return wanted < end ? wanted : end;
}

/** The last day of a calendar date's month; what is no date stays as it is. */
export function monthEnd(date: string): string {
  const [year = Number.NaN, month = Number.NaN] = date.split("-").map(Number);
  // The day before the first of the next month.
  const end = new Date(Date.UTC(year, month, 0));
  return Number.isNaN(end.getTime()) ? date : end.toISOString().slice(0, 10);
}
