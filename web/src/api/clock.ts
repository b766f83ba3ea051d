/** From how far apart this device's clock and the server's are too far, in milliseconds: another day may be meant. */
const MAX_CLOCK_OFFSET = 3_600_000;

const clockListeners = new Set<() => void>();
let clockOffset = 0;

/** How wrong this device's clock is, in milliseconds, by the last answer of our server; 0 while it is about right. */
export const deviceClock = {
  getOffset: (): number => clockOffset,
  subscribe: (listener: () => void): (() => void) => {
    clockListeners.add(listener);
    return () => clockListeners.delete(listener);
  },
};

/** Said by the client of every answer of our server: when it was given, as HTTP writes it. */
export function reportServerTime(date: string | null, now: number = Date.now()): void {
  const server = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(server)) return;
  const difference = now - server;
  const next = Math.abs(difference) < MAX_CLOCK_OFFSET ? 0 : difference;
  // An answer takes its time: a second more or less is no news.
  if (Math.abs(next - clockOffset) < 60_000) return;
  clockOffset = next;
  for (const listener of clockListeners) listener();
}
