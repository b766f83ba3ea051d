/** From how far apart this device's clock and the server's are too far, in milliseconds: another day may be meant. */
const TOO_FAR = 3_600_000;

const listeners = new Set<() => void>();
let wrongBy = 0;

/** How wrong this device's clock is, in milliseconds, by the last answer of our server; 0 while it is about right. */
export const clock = {
  wrongBy: (): number => wrongBy,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Said by the client of every answer of our server: when it was given, as HTTP writes it. */
export function tellTime(date: string | null, now: number = Date.now()): void {
  const server = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(server)) return;
  const apart = now - server;
  const next = Math.abs(apart) < TOO_FAR ? 0 : apart;
  // An answer takes its time: a second more or less is no news.
  if (Math.abs(next - wrongBy) < 60_000) return;
  wrongBy = next;
  for (const listener of listeners) listener();
}
