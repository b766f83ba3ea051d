import type { Conflict } from "../../../api/generated/Conflict";
import type { Edit, KeptEdit } from "../../../offline/unsent";
import type { StoredDocument } from "../../types";
import { type Draft, withUnits } from "../draft/draft";
import { Composer, type Sending } from "./compose";
import type { Merging, Standing } from "./merging";
import { Acknowledged, toAsk } from "./question";
import type { Outcome, SaveState } from "./states";

/** What the saver needs of the world; tests give it a small one. */
export interface SaverPorts {
  create(draft: Draft): Promise<Outcome>;
  send(edit: Edit): Promise<Outcome>;
  /** A reason why this draft would be refused, without asking; null: send it. */
  check(draft: Draft): string | null;
  /** Makes this what the device keeps of the document; nothing: all is acknowledged. */
  keep(edits: readonly KeptEdit[]): Promise<void>;
  stored?(stored: StoredDocument): void;
}

/** What a saver starts from. */
export interface Start {
  draft: Draft;
  /** null: not on the server yet. */
  standing: Standing | null;
  /** Whether the draft says more than what stands. */
  typed: boolean;
  /** Sent before, perhaps: each is repeated as it was. */
  sending?: Sending[];
  /** What of it was acknowledged before. */
  own?: KeptEdit["own"];
  /** What to ask about before anything is sent. */
  question?: { stored: StoredDocument; conflicts: readonly Conflict[] };
}

/** A document's first version on the server. */
export const FIRST_VERSION = 1;
const TYPING_PAUSE = 700;
const KEEPING_PAUSE = 200;
/** Typed, and on its way without anybody's help. */
const MOVING: readonly SaveState["kind"][] = ["waiting", "saving"];
/** What more of the same does not help. */
const STUCK: readonly SaveState["kind"][] = ["unsent", "refused", "needsPlan"];
const FIRST_RETRY = 2_000;
const LAST_RETRY = 30_000;

/**
 * Saves a draft behind the typing: what separates it from what the server has goes out as operations, one request
 * at a time, repeated under its name until it is acknowledged. What is not acknowledged is on the device. What others
 * changed meanwhile is taken in; where both changed the same field, a person is asked. With `isHeld`, for a document
 * that its customer can already see, nothing is sent before `flush`.
 */
export class Autosaver {
  private state: SaveState = { kind: "untouched" };
  private draft: Draft;
  /** The draft of which everything is acknowledged. */
  private settled: Draft | null;
  private standing: Standing | null;
  private sending: Sending[];
  /** What is asked about as it was sent: opened anew, the device must ask again. */
  private disputed: Sending[] = [];
  /** What the whole draft is asked about since it was opened. */
  private isWholeAsked: boolean;
  /** Nobody looks at it any more. */
  private isLeft = false;
  /** The device did not keep what is not acknowledged. */
  private isUnkept = false;
  /** The last attempt had no answer. */
  private isUnanswered = false;
  private running: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private keeping: ReturnType<typeof setTimeout> | null = null;
  private retryIn = FIRST_RETRY;
  private readonly own: Acknowledged;
  private readonly composer: Composer;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly ports: SaverPorts,
    private readonly merging: Merging,
    newId: () => string,
    start: Start,
    readonly isHeld = false,
  ) {
    this.composer = new Composer(merging, newId);
    this.draft = start.draft;
    this.standing = start.standing;
    this.sending = start.sending ?? [];
    this.settled = start.typed ? null : start.draft;
    this.own = new Acknowledged(start.own);
    this.isWholeAsked = start.question !== undefined;
    if (start.question) this.state = { kind: "conflict", ...start.question };
    else if (start.typed) this.wait(0);
    // What the device kept says no more than what stands: it is let go.
    else void this.keep();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): SaveState => this.state;
  /**
   * Whether something typed is in this window alone and would go with it: the device did not keep it, and nothing that
   * is expected to arrive carries it to the server. A retry is only hoped to arrive.
   */
  readonly isOnlyInWindow = (): boolean =>
    this.isUnkept && this.pending() && (this.isUnanswered || !MOVING.includes(this.state.kind));
  /** The draft, with what others changed taken in. */
  readonly current = (): Draft => this.draft;

  /** The draft changed. It is on the device a moment later, and on the server after a pause. */
  change(draft: Draft): void {
    this.draft = draft;
    this.keeping ??= setTimeout(() => void this.keep(), KEEPING_PAUSE);
    if (this.state.kind !== "conflict") {
      this.wait(TYPING_PAUSE);
      return;
    }
    const { stored, conflicts } = this.state;
    if (this.ask(stored, conflicts)) return;
    this.moveOn(stored, new Set());
    this.wait(TYPING_PAUSE);
  }

  /** Writes what is not acknowledged to the device: what is on its way, and what was typed since. False: it kept nothing. */
  async keep(isGoing = false): Promise<boolean> {
    if (this.keeping !== null) clearTimeout(this.keeping);
    this.keeping = null;
    // Whoever opens the document now goes on with what the device keeps, under its names.
    if (this.isLeft && this.pending() && !isGoing) return true;
    try {
      const edits = this.pending() ? this.unacknowledged() : [];
      // Typed and taken back by hand: there is nothing to share.
      const isHere = this.state.kind === "held" || this.state.kind === "needsPlan";
      if (edits.length === 0 && isHere) this.rest();
      await this.ports.keep(edits);
      this.found(true);
      return true;
    } catch {
      // A full or forbidden store. What is typed is still here, and goes to the server as ever.
      this.found(false);
      return false;
    }
  }

  private found(isKept: boolean): void {
    if (this.isUnkept !== isKept) return;
    this.isUnkept = !isKept;
    for (const listener of this.listeners) listener();
  }

  /** The page is about to go, or the network is back: send what may go without being asked. */
  hurry(): void {
    if (this.pending()) void this.keep();
    if (!this.isHeld) void this.flush();
  }

  /** Its editor is shown. */
  stay(): void {
    this.isLeft = false;
  }

  /**
   * Its editor is closed: what may go without being asked is tried once more. What does not go now is sent from what
   * the device keeps, by whoever looks after that: two that did so would ask about each other's. True once everything
   * typed is acknowledged.
   */
  leave(): Promise<boolean> {
    this.unschedule();
    if (this.pending()) void this.keep();
    const done = this.isHeld ? Promise.resolve(!this.pending()) : this.flush();
    this.isLeft = true;
    return done;
  }

  /** Sends now what waits. True once everything typed is acknowledged. */
  async flush(): Promise<boolean> {
    this.unschedule();
    while (this.pending() && this.state.kind !== "conflict") {
      const before = this.draft;
      await (this.running ?? this.attempt());
      if (STUCK.includes(this.state.kind) && this.draft === before) break;
    }
    return !this.pending();
  }

  /** The person chose: the fields in which theirs is to stay; mine goes over the others. */
  choose(stay: ReadonlySet<string>): void {
    if (this.state.kind !== "conflict") return;
    const { stored } = this.state;
    this.become({ kind: "saving" });
    this.moveOn(stored, stay);
    if (this.pending()) this.wait(0);
    else this.become({ kind: "saved" });
  }

  /** Drops what was typed and never sent: the draft says again what stands. False where it may have gone out. */
  discard(): boolean {
    if (this.standing === null || this.sending.length > 0 || this.state.kind === "conflict") return false;
    this.unschedule();
    this.draft = withUnits(this.standing.draft);
    this.rest();
    void this.keep();
    return true;
  }

  /** Its person let go of the document elsewhere: nothing more of it is sent from here, nor kept. */
  abandon(): void {
    this.unschedule();
    if (this.keeping !== null) clearTimeout(this.keeping);
    this.keeping = null;
    this.isLeft = true;
    this.sending = [];
    this.rest();
  }

  /**
   * The document moved on by another deed of ours (it was sent): go on from there. What it says may be an edit of ours
   * whose answer was lost: that one is repeated first, so that nobody is asked about their own words.
   */
  adopt(stored: StoredDocument): void {
    if (this.running === null && this.sending.length === 0) this.meet(stored, []);
  }

  /** Others changed the document: it is taken in, unless an answer that is on its way will say so anyway. */
  follow(stored: StoredDocument): void {
    const isNews = this.standing !== null && stored.version > this.standing.version;
    if (isNews && this.running === null && this.sending.length === 0 && this.state.kind !== "conflict")
      this.meet(stored, []);
  }

  /** What the device keeps. As long as somebody is asked, it says what they are asked about. */
  private unacknowledged(): KeptEdit[] {
    const own = this.own.all;
    return own.length === 0 ? this.edits() : this.edits().map((edit) => ({ ...edit, own }));
  }

  private edits(): KeptEdit[] {
    if (this.state.kind !== "conflict") return this.composer.log(this.standing, this.sending, this.draft);
    if (this.isWholeAsked) return this.composer.log(null, [], this.draft);
    // Begun from what stands here they need no words of their own: all that was typed begins from there.
    const isOlder = this.disputed.some(({ edit }) => edit?.baseVersion !== this.standing?.version);
    return this.composer.log(this.standing, isOlder ? this.disputed : [], this.draft);
  }

  private pending(): boolean {
    return this.draft !== this.settled;
  }

  /** Sends after a pause, where that may be done unasked. */
  private wait(pause: number): void {
    if (this.isHeld) {
      this.become({ kind: "held" });
    } else if (this.state.kind !== "needsPlan") {
      this.become(this.running ? this.state : { kind: "waiting" });
      this.schedule(pause);
    }
  }

  private schedule(delay: number): void {
    this.unschedule();
    if (!this.isLeft) this.timer = setTimeout(() => void this.attempt(), delay);
  }

  private unschedule(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private attempt(): Promise<void> {
    this.unschedule();
    if (this.running || !this.pending() || this.state.kind === "conflict") {
      return this.running ?? Promise.resolve();
    }
    const reason = this.ports.check(this.draft);
    if (reason !== null) {
      this.become({ kind: "refused", message: reason });
      return Promise.resolve();
    }
    this.become({ kind: "saving" });
    this.running = this.save().finally(() => {
      this.running = null;
    });
    return this.running.then(() => {
      if (!this.isHeld && this.pending() && this.timer === null && this.state.kind === "saving")
        this.schedule(0);
    });
  }

  private async save(): Promise<void> {
    if (this.sending.length === 0) this.sending = this.composer.next(this.standing, this.draft);
    const [sent] = this.sending;
    if (!sent) return this.settle();
    // On the device before it is on its way; a browser that keeps nothing must not keep it from going.
    await this.keep(true);
    const outcome = await (sent.edit ? this.ports.send(sent.edit) : this.ports.create(sent.reach));
    this.isUnanswered = outcome.kind === "unanswered";
    switch (outcome.kind) {
      case "stored":
        this.retryIn = FIRST_RETRY;
        this.own.add(sent.edit?.operations ?? []);
        this.sending = this.sending.slice(1);
        // What others did meanwhile is not taken in yet: asked about in the next window, it is asked about since here.
        this.standing = { version: this.standing?.version ?? FIRST_VERSION, draft: sent.reach };
        return this.meet(outcome.stored, []);
      case "stale":
        // Of those behind it nobody has asked the server yet.
        if (this.sending.length > 1) {
          const together = this.composer.together(this.sending);
          if (together) {
            this.sending = [together];
            return;
          }
        }
        this.disputed = this.sending;
        this.sending = [];
        return this.meet(
          outcome.stored,
          this.standing ? outcome.told : this.untold(outcome.stored),
          sent.edit?.baseVersion,
        );
      case "taken":
        this.sending = [];
        return this.composer.forgetNames();
      case "refused":
        this.sending = [];
        void this.keep();
        return this.become({ kind: "refused", message: outcome.message });
      case "needsPlan":
        // Whoever sees that there is a plan again has it sent; until then each pause would only be refused.
        this.sending = [];
        void this.keep();
        return this.become({ kind: "needsPlan" });
      case "unanswered":
        return this.later();
    }
  }

  /** A create that finds the document there: our own with its answer lost, unless others have been at it since. */
  private untold(stored: StoredDocument): Conflict[] {
    if (stored.version === FIRST_VERSION) return [];
    return this.merging.differences(this.merging.standing(stored).draft, this.draft);
  }

  private later(): void {
    this.become({ kind: "unsent" });
    this.schedule(this.retryIn);
    this.retryIn = Math.min(this.retryIn * 2, LAST_RETRY);
  }

  /** Takes in what stands, or asks first; `told` of an edit that was begun from this version. */
  private meet(stored: StoredDocument, told: readonly Conflict[], begun?: number): void {
    if (this.ask(stored, told)) return;
    const { draft } = this;
    this.moveOn(stored, new Set());
    // A server that sends us in a circle is asked again later.
    if (told.length > 0 && begun === stored.version && draft === this.draft) this.later();
  }

  /** Whether there is something to ask about; `told` is what the server asks about. */
  private ask(stored: StoredDocument, told: readonly Conflict[]): boolean {
    const theirs = this.merging.standing(stored).draft;
    const base = this.standing?.draft ?? theirs;
    const conflicts = toAsk(this.merging, { base, theirs, mine: this.draft }, told, this.own);
    if (conflicts.length === 0) return false;
    this.become({ kind: "conflict", stored, conflicts });
    void this.keep();
    return true;
  }

  /** From here on mine stands upon this. */
  private moveOn(stored: StoredDocument, stay: ReadonlySet<string>): void {
    const theirs = this.merging.standing(stored);
    const base = this.standing?.draft ?? theirs.draft;
    this.disputed = [];
    this.isWholeAsked = false;
    if (stay.size === 0 && this.merging.same(theirs.draft, base)) {
      this.standing = { version: theirs.version, draft: base };
    } else {
      this.draft = this.merging.onto(theirs.draft, base, this.draft, stay);
      this.standing = theirs;
    }
    this.ports.stored?.(stored);
    const done = this.sending.length === 0 && this.merging.same(this.draft, this.standing.draft);
    if (done) this.settle();
    else void this.keep();
  }

  /** Nothing typed is left to be sent. */
  private rest(): void {
    this.settled = this.draft;
    this.become({ kind: "untouched" });
  }

  private settle(): void {
    this.settled = this.draft;
    this.own.clear();
    void this.keep();
    this.become({ kind: "saved" });
  }

  private become(state: SaveState): void {
    // Told again, it is no news to whoever shows it.
    const isSame = state.kind === this.state.kind && Object.keys(state).length === 1;
    if (!isSame) this.state = state;
    for (const listener of this.listeners) listener();
  }
}
