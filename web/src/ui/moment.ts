const words = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** '21 Nov 2026, 10:42' in London, where the documents are, from Unix milliseconds. */
export function moment(at: number): string {
  return words.format(at);
}

const clock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  hour: "2-digit",
  minute: "2-digit",
});
const day = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/London", dateStyle: "short" });

/** '10:42' in London, from Unix milliseconds; of another day the whole moment. */
export function timeOfDay(at: number, now: number = Date.now()): string {
  return day.format(at) === day.format(now) ? clock.format(at) : moment(at);
}

/** '1.4 MB' or '2.3 GB', from bytes. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
