import { isMobile } from "../ui/device";

/**
 * Keeps session checks apart: one is skipped while another is under way, or when less than `gap` milliseconds have
 * passed since the last, unless it is forced.
 */
export function throttleCheck(
  check: () => Promise<unknown>,
  gap: () => number,
  now: () => number = Date.now,
) {
  let inFlight: Promise<void> | null = null;
  let last = Number.NEGATIVE_INFINITY;
  return (options: { force?: boolean } = {}): Promise<void> => {
    if (inFlight) return inFlight;
    if (!options.force && now() - last < gap()) return Promise.resolve();
    last = now();
    inFlight = check()
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        inFlight = null;
      });
    return inFlight;
  };
}

/** The least time between two checks: 3 s on a phone, 2 s elsewhere. */
export function getCheckGap(): number {
  return isMobile() ? 3000 : 2000;
}
