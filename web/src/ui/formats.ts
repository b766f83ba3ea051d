const dateTimeFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** '21 Nov 2026, 10:42' in UK time, from Unix milliseconds. */
export function formatDateTime(at: number): string {
  return dateTimeFormat.format(at);
}

const timeFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  hour: "2-digit",
  minute: "2-digit",
});
const dayFormat = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/London", dateStyle: "short" });

/** '10:42' in UK time, from Unix milliseconds; with the date if it isn't today. */
export function formatTimeOfDay(at: number, now: number = Date.now()): string {
  return dayFormat.format(at) === dayFormat.format(now) ? timeFormat.format(at) : formatDateTime(at);
}

/** '1.4 MB' or '2.3 GB', from bytes. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
