import type { Draft } from "./draft";

/** What became of an attempt to save. */
export type Outcome<Stored> =
  | { kind: "stored"; version: number; stored: Stored }
  /** Someone else saved first (409): here is what stands now. */
  | { kind: "stale"; version: number; stored: Stored }
  /** The server will not take it as it is (4xx); more of the same will not help. */
  | { kind: "refused"; message: string }
  /** No answer, or a fault of the server's: it may or may not have been stored. */
  | { kind: "unanswered" };

export type SaveState<Stored> =
  | { kind: "untouched" }
  /** Typed, and about to be sent. */
  | { kind: "waiting" }
  | { kind: "saving" }
  | { kind: "saved" }
  /** Kept on this device until the person says so: the customer can already see the document. */
  | { kind: "held" }
  /** Kept on this device until the network is back. */
  | { kind: "unsent" }
  /** Kept on this device until a field is mended. */
  | { kind: "refused"; message: string }
  | { kind: "conflict"; version: number; stored: Stored };

/** What the saver needs of the world; tests give it a small one. */
export interface SaverPorts<Stored> {
  /** Creates when `version` is null, updates otherwise. */
  send(draft: Draft, version: number | null): Promise<Outcome<Stored>>;
  /** Whether the stored document is what was sent. */
  same(stored: Stored, sent: Draft): boolean;
  /** A reason why this draft would be refused, without asking; null: send it. */
  check(draft: Draft): string | null;
  keep(draft: Draft, version: number | null): void;
  forget(): void;
  stored?(stored: Stored, version: number): void;
}

const TYPING_PAUSE = 700;
const FIRST_RETRY = 2_000;
const LAST_RETRY = 30_000;

/**
 * Saves a draft behind the typing: one request at a time, the newest draft last, retried until it is
 * acknowledged. What is not acknowledged is on the device. With `hold`, for a document that its
 * customer can already see, nothing is sent before `flush`.
 */
export class Autosaver<Stored> {
  private state: SaveState<Stored> = { kind: "untouched" };
  private draft: Draft | null = null;
  private sent: Draft | null = null;
  private acknowledged: Draft | null = null;
  private running: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private retryIn = FIRST_RETRY;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly ports: SaverPorts<Stored>,
    private version: number | null,
    private readonly hold = false,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): SaveState<Stored> => this.state;

  /** The version last acknowledged; null before the document exists on the server. */
  get currentVersion(): number | null {
    return this.version;
  }

  /** The draft changed. It is on the device before this returns. */
  change(draft: Draft): void {
    this.draft = draft;
    this.ports.keep(draft, this.version);
    if (this.state.kind === "conflict") return;
    if (this.hold) {
      this.become({ kind: "held" });
      return;
    }
    if (!this.running) this.become({ kind: "waiting" });
    this.schedule(TYPING_PAUSE);
  }

  /** The page is about to go, or the network is back: send what may go without being asked. */
  hurry(): void {
    if (!this.hold) void this.flush();
  }

  /** Sends now what waits. True once everything typed is acknowledged. */
  async flush(): Promise<boolean> {
    this.unschedule();
    while (this.pending() && this.state.kind !== "conflict") {
      const before = this.draft;
      await (this.running ?? this.attempt());
      const stuck = this.state.kind === "unsent" || this.state.kind === "refused";
      if (stuck && this.draft === before) break;
    }
    return !this.pending();
  }

  /** The person chose their own draft over the one that stands on the server. */
  keepMine(): void {
    if (this.state.kind !== "conflict") return;
    this.version = this.state.version;
    if (this.draft) this.ports.keep(this.draft, this.version);
    this.become({ kind: this.hold ? "held" : "waiting" });
    if (!this.hold) this.schedule(0);
  }

  /** The person chose the one that stands on the server; it becomes the draft. */
  takeTheirs(draft: Draft): void {
    if (this.state.kind !== "conflict") return;
    this.version = this.state.version;
    this.draft = draft;
    this.acknowledged = draft;
    this.sent = null;
    this.ports.forget();
    this.become({ kind: "saved" });
  }

  /** The document moved on by another deed of ours (it was sent): go on from there. */
  adopt(version: number): void {
    this.version = version;
  }

  /** An unsent draft found against a newer document: ask before anything is written. */
  startInConflict(draft: Draft, version: number, stored: Stored): void {
    this.draft = draft;
    this.become({ kind: "conflict", version, stored });
  }

  stop(): void {
    this.unschedule();
  }

  private pending(): boolean {
    return this.draft !== null && this.draft !== this.acknowledged;
  }

  private schedule(delay: number): void {
    this.unschedule();
    this.timer = setTimeout(() => void this.attempt(), delay);
  }

  private unschedule(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private attempt(): Promise<void> {
    this.unschedule();
    if (this.running || !this.pending()) return this.running ?? Promise.resolve();
    const draft = this.draft as Draft;
    const reason = this.ports.check(draft);
    if (reason !== null) {
      this.become({ kind: "refused", message: reason });
      return Promise.resolve();
    }
    this.become({ kind: "saving" });
    this.running = this.save(draft).finally(() => {
      this.running = null;
    });
    return this.running.then(() => {
      if (!this.hold && this.pending() && this.timer === null && this.state.kind === "saving")
        this.schedule(0);
    });
  }

  private async save(draft: Draft): Promise<void> {
    // A create whose answer was lost is repeated as it was: only then is it the same create.
    const repeat = this.version === null && this.sent !== null ? this.sent : draft;
    const lost = this.sent;
    this.sent = repeat;
    const outcome = await this.ports.send(repeat, this.version);
    switch (outcome.kind) {
      case "stored":
        return this.accept(repeat, outcome.version, outcome.stored);
      case "stale":
        // Our own update may have got through with its answer lost: then nobody else was here.
        if (lost && this.ports.same(outcome.stored, lost)) {
          return this.accept(lost, outcome.version, outcome.stored);
        }
        return this.become({ kind: "conflict", version: outcome.version, stored: outcome.stored });
      case "refused":
        this.sent = null;
        return this.become({ kind: "refused", message: outcome.message });
      case "unanswered":
        this.become({ kind: "unsent" });
        this.schedule(this.retryIn);
        this.retryIn = Math.min(this.retryIn * 2, LAST_RETRY);
    }
  }

  private accept(draft: Draft, version: number, stored: Stored): void {
    this.version = version;
    this.sent = null;
    this.acknowledged = draft;
    this.retryIn = FIRST_RETRY;
    this.ports.stored?.(stored, version);
    if (this.pending()) {
      this.ports.keep(this.draft as Draft, version);
      return;
    }
    this.ports.forget();
    this.become({ kind: "saved" });
  }

  private become(state: SaveState<Stored>): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}
