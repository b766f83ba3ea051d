/** After this long without a touch, in any tab, the session ends: 20 minutes in milliseconds. */
export const IDLE_LIMIT = 20 * 60_000;
/** A busy person without requests lets the server know this often, in milliseconds: it counts its own 20 minutes. */
export const KEEP_ALIVE = 60_000;
/** Touches closer together than this count as one, in milliseconds. */
const TOUCH_GAP = 1000;

/** What the watch needs of the world. */
export interface IdlePorts {
  /** Unix milliseconds. */
  now(): number;
  /** The last touch that any tab wrote down; null when none did. */
  read(): number | null;
  write(at: number): void;
  /** Nobody touched any tab for the limit. */
  onIdle(): void;
  /** Somebody is there, and the server has not heard of it for a while. */
  onKeepAlive(): void;
}

/** Watches for 20 minutes without a touch. All tabs share the last touch, so that they agree. */
export class IdleWatch {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastTouch: number;
  private lastKeptAlive: number;
  private over = false;

  /** Starts now: opening the app is a touch. */
  constructor(private readonly ports: IdlePorts) {
    const now = ports.now();
    this.lastTouch = now;
    this.lastKeptAlive = now;
    ports.write(now);
    this.wait(now);
  }

  /** Milliseconds since anybody touched any tab; never below 0, whatever a clock that is set back says. */
  quietFor(): number {
    const now = this.ports.now();
    const shared = this.ports.read() ?? 0;
    const last = Math.max(this.lastTouch, shared);
    return Math.max(0, now - last);
  }

  /** Somebody is there. A touch that comes after the limit is too late: a sleeping device's timers sleep too. */
  touch(): void {
    const now = this.ports.now();
    if (this.over || Math.abs(now - this.lastTouch) < TOUCH_GAP || !this.check()) return;
    this.lastTouch = now;
    this.ports.write(now);
    if (Math.abs(now - this.lastKeptAlive) < KEEP_ALIVE) return;
    this.lastKeptAlive = now;
    this.ports.onKeepAlive();
  }

  /** Looks at the clock: ends what has been quiet for too long. Answers whether the session goes on. */
  check(): boolean {
    if (this.over) return false;
    if (this.quietFor() < IDLE_LIMIT) {
      this.wait(this.ports.now());
      return true;
    }
    this.stop();
    this.ports.onIdle();
    return false;
  }

  /** No more watching. */
  stop(): void {
    this.over = true;
    clearTimeout(this.timer);
  }

  private wait(now: number): void {
    clearTimeout(this.timer);
    const last = Math.max(this.lastTouch, this.ports.read() ?? 0);
    const left = IDLE_LIMIT - Math.max(0, now - last);
    this.timer = setTimeout(() => this.check(), Math.max(0, left));
  }
}
