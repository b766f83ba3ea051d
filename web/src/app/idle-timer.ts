import { isMobile } from "../ui/device";

/** The session ends after this long without a touch in any tab: 20 minutes in milliseconds. */
export const IDLE_LIMIT = 20 * 60_000;
/**
 * How often an active user without requests notifies the server, in milliseconds, because the server counts
 * its own 20 minutes.
 */
export const KEEP_ALIVE_INTERVAL = 60_000;
/** Touches closer together than this count as one, in milliseconds. */
const TOUCH_GAP = 1000;

/** What the timer needs from its environment. */
export interface IdleTimerEnvironment {
  /** Unix milliseconds. */
  now(): number;
  /** The last touch in any tab; null if there is none. */
  readLastTouch(): number | null;
  writeLastTouch(at: number): void;
  /** Called when no tab has been touched for the limit. */
  onIdle(): void;
  /** Called when the user is active but has sent no request for a while. */
  onKeepAlive(): void;
}

/** Ends the session after 20 minutes without a touch. All tabs share the last touch, so that they agree. */
export class IdleTimer {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastTouch: number;
  private lastKeepAlive: number;
  private isStopped = false;

  /** Starts now, because opening the app counts as a touch. */
  constructor(private readonly environment: IdleTimerEnvironment) {
    const now = environment.now();
    this.lastTouch = now;
    this.lastKeepAlive = now;
    environment.writeLastTouch(now);
    this.scheduleCheck(now);
  }

  /** Milliseconds since the last touch in any tab; never below 0, even if the clock is set back. */
  getIdleTime(): number {
    const now = this.environment.now();
    const shared = this.environment.readLastTouch() ?? 0;
    const last = Math.max(this.lastTouch, shared);
    return Math.max(0, now - last);
  }

  /** Records a touch. A touch after the limit is too late: on a sleeping device, timers sleep too. */
  recordTouch(): void {
    const now = this.environment.now();
    if (this.isStopped || Math.abs(now - this.lastTouch) < TOUCH_GAP || !this.checkIdle()) return;
    this.lastTouch = now;
    this.environment.writeLastTouch(now);
    if (Math.abs(now - this.lastKeepAlive) < KEEP_ALIVE_INTERVAL) return;
    this.lastKeepAlive = now;
    this.environment.onKeepAlive();
  }

  /** Ends the session if it has been idle for too long. Returns whether the session continues. */
  checkIdle(): boolean {
    if (this.isStopped) return false;
    if (this.getIdleTime() < IDLE_LIMIT) {
      this.scheduleCheck(this.environment.now());
      return true;
    }
    this.stop();
    this.environment.onIdle();
    return false;
  }

  /** Stops watching. */
  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private scheduleCheck(now: number): void {
    clearTimeout(this.timer);
    const last = Math.max(this.lastTouch, this.environment.readLastTouch() ?? 0);
    const left = IDLE_LIMIT - Math.max(0, now - last);
    this.timer = setTimeout(() => this.checkIdle(), Math.max(0, left));
  }
}

/**
 * Limits session checks: one is skipped while another is running, or if less than `gap` milliseconds have
 * passed since the last one, unless it is forced.
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

/** The minimum time between two checks: 3 s on a phone, 2 s elsewhere. */
export function getCheckGap(): number {
  return isMobile() ? 3000 : 2000;
}
