// Created once, because creating a format takes longer than formatting a hundred dates.
const LONDON_DATE_FORMAT = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** Today as a UK calendar date, `YYYY-MM-DD`. */
export function todayInLondon(now: Date = new Date()): string {
  const parts = LONDON_DATE_FORMAT.formatToParts(now);
  const getPart = (type: Intl.DateTimeFormatPartTypes) => parts.find((p) => p.type === type)?.value ?? "";
  return `${getPart("year")}-${getPart("month")}-${getPart("day")}`;
}

/**
 * The number of days between two calendar dates, counted in UTC, where every day has 24 hours; 0 if one isn't
 * a date.
 */
export function daysBetween(from: string, to: string): number {
  const days = (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;
  return Number.isNaN(days) ? 0 : days;
}
