import { isMobile } from "../ui/device";

/** After this long without a touch, in any tab, the session ends: 20 minutes in milliseconds. */
export const IDLE_LIMIT = 20 * 60_000;
/** A busy person without requests lets the server know this often, in milliseconds: it counts its own 20 minutes. */
export const KEEP_ALIVE_INTERVAL = 60_000;
/** Touches closer together than this count as one, in milliseconds. */
const TOUCH_GAP = 1000;

/** What the watch needs of the world. */
export interface IdleTimerEnvironment {
  /** Unix milliseconds. */
  now(): number;
  /** The last touch that any tab wrote down; null when none did. */
  readLastTouch(): number | null;
  writeLastTouch(at: number): void;
  /** Nobody touched any tab for the limit. */
  onIdle(): void;
  /** Somebody is there, and the server has not heard of it for a while. */
  onKeepAlive(): void;
}

/** Watches for 20 minutes without a touch. All tabs share the last touch, so that they agree. */
export class IdleTimer {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastTouch: number;
  private lastKeepAlive: number;
  private isStopped = false;

  /** Starts now: opening the app is a touch. */
  constructor(private readonly environment: IdleTimerEnvironment) {
    const now = environment.now();
    this.lastTouch = now;
    this.lastKeepAlive = now;
    environment.writeLastTouch(now);
    this.scheduleCheck(now);
  }

  /** Milliseconds since anybody touched any tab; never below 0, whatever a clock that is set back says. */
  getIdleTime(): number {
    const now = this.environment.now();
    const shared = this.environment.readLastTouch() ?? 0;
    const last = Math.max(this.lastTouch, shared);
    return Math.max(0, now - last);
  }

  /** Somebody is there. A touch that comes after the limit is too late: a sleeping device's timers sleep too. */
  recordTouch(): void {
    const now = this.environment.now();
    if (this.isStopped || Math.abs(now - this.lastTouch) < TOUCH_GAP || !this.checkIdle()) return;
    this.lastTouch = now;
    this.environment.writeLastTouch(now);
    if (Math.abs(now - this.lastKeepAlive) < KEEP_ALIVE_INTERVAL) return;
    this.lastKeepAlive = now;
    this.environment.onKeepAlive();
  }

  /** Looks at the clock: ends what has been quiet for too long. Answers whether the session goes on. */
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

  /** No more watching. */
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
