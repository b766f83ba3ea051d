import type { Conflict } from "../../../api/generated/Conflict";
import type { DocumentEdit, StoredEdit } from "../../../offline/unsent-edits";
import type { StoredDocument } from "../../types";
import { type DocumentDraft, fillDraftLabourUnits } from "../draft/draft";
import { AcknowledgedValues, type BaseRevision, type DraftMerger, findConflictsToAsk } from "./draftMerger";
import { EditComposer, type OutgoingEdit } from "./editComposer";
import type { DraftSaveState, SaveOutcome } from "./saveState";

/** What the saver needs of the world; tests give it a small one. */
export interface SaverPorts {
  createDocument(draft: DocumentDraft): Promise<SaveOutcome>;
  sendEdit(edit: DocumentEdit): Promise<SaveOutcome>;
  /** A reason why this draft would be refused, without asking; null: send it. */
  findProblem(draft: DocumentDraft): string | null;
  /** Makes this what the device keeps of the document; nothing: all is acknowledged. */
  cacheEdits(edits: readonly StoredEdit[]): Promise<void>;
  onStored?(stored: StoredDocument): void;
}

/** What a saver starts from. */
export interface SaverStart {
  draft: DocumentDraft;
  /** null: not on the server yet. */
  base: BaseRevision | null;
  /** Whether the draft says more than what stands. */
  typed: boolean;
  /** Sent before, perhaps: each is repeated as it was. */
  outgoing?: OutgoingEdit[];
  /** What of it was acknowledged before. */
  acknowledged?: StoredEdit["own"];
  /** What to ask about before anything is sent. */
  conflict?: { stored: StoredDocument; conflicts: readonly Conflict[] };
}

/** A document's first version on the server. */
export const FIRST_VERSION = 1;
const TYPING_PAUSE = 700;
const CACHE_PAUSE = 200;
/** Typed, and on its way without anybody's help. */
const BUSY_KINDS: readonly DraftSaveState["kind"][] = ["waiting", "saving"];
/** What more of the same does not help. */
const STUCK_KINDS: readonly DraftSaveState["kind"][] = ["unsent", "refused", "needsPlan"];
const FIRST_RETRY_DELAY = 2_000;
const MAX_RETRY_DELAY = 30_000;

/**
 * Saves a draft behind the typing: what separates it from what the server has goes out as operations, one request
 * at a time, repeated under its name until it is acknowledged. What is not acknowledged is on the device. What others
 * changed meanwhile is taken in; where both changed the same field, a person is asked. With `savesOnlyOnFlush`, for a document
 * that its customer can already see, nothing is sent before `flush`.
 */
export class Autosaver {
  private state: DraftSaveState = { kind: "untouched" };
  private draft: DocumentDraft;
  /** The draft of which everything is acknowledged. */
  private savedDraft: DocumentDraft | null;
  private base: BaseRevision | null;
  private outgoing: OutgoingEdit[];
  /** What is asked about as it was sent: opened anew, the device must ask again. */
  private disputedEdits: OutgoingEdit[] = [];
  /** What the whole draft is asked about since it was opened. */
  private isWholeDraftDisputed: boolean;
  /** Nobody looks at it any more. */
  private isClosed = false;
  /** The device did not keep what is not acknowledged. */
  private isNotCached = false;
  /** The last attempt had no answer. */
  private hasNoResponse = false;
  private runningSave: Promise<void> | null = null;
  private saveTimer: ReturnType<typeof setTimeout> | null = null;
  private cacheTimer: ReturnType<typeof setTimeout> | null = null;
  private retryDelay = FIRST_RETRY_DELAY;
  private readonly acknowledged: AcknowledgedValues;
  private readonly composer: EditComposer;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly ports: SaverPorts,
    private readonly merger: DraftMerger,
    newId: () => string,
    start: SaverStart,
    readonly savesOnlyOnFlush = false,
  ) {
    this.composer = new EditComposer(merger, newId);
    this.draft = start.draft;
    this.base = start.base;
    this.outgoing = start.outgoing ?? [];
    this.savedDraft = start.typed ? null : start.draft;
    this.acknowledged = new AcknowledgedValues(start.acknowledged);
    this.isWholeDraftDisputed = start.conflict !== undefined;
    if (start.conflict) this.state = { kind: "conflict", ...start.conflict };
    else if (start.typed) this.scheduleSave(0);
    // What the device kept says no more than what stands: it is let go.
    else void this.cacheEdits();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): DraftSaveState => this.state;
  /**
   * Whether something typed is in this window alone and would go with it: the device did not keep it, and nothing that
   * is expected to arrive carries it to the server. A retry is only hoped to arrive.
   */
  readonly isOnlyInWindow = (): boolean =>
    this.isNotCached &&
    this.hasPendingChanges() &&
    (this.hasNoResponse || !BUSY_KINDS.includes(this.state.kind));
  /** The draft, with what others changed taken in. */
  readonly getDraft = (): DocumentDraft => this.draft;

  /** The draft changed. It is on the device a moment later, and on the server after a pause. */
  updateDraft(draft: DocumentDraft): void {
    this.draft = draft;
    this.cacheTimer ??= setTimeout(() => void this.cacheEdits(), CACHE_PAUSE);
    if (this.state.kind !== "conflict") {
      this.scheduleSave(TYPING_PAUSE);
      return;
    }
    const { stored, conflicts } = this.state;
    if (this.askAboutConflicts(stored, conflicts)) return;
    this.rebaseOnto(stored, new Set());
    this.scheduleSave(TYPING_PAUSE);
  }

  /** Writes what is not acknowledged to the device: what is on its way, and what was typed since. False: it kept nothing. */
  async cacheEdits(isSending = false): Promise<boolean> {
    if (this.cacheTimer !== null) clearTimeout(this.cacheTimer);
    this.cacheTimer = null;
    // Whoever opens the document now goes on with what the device keeps, under its names.
    if (this.isClosed && this.hasPendingChanges() && !isSending) return true;
    try {
      const edits = this.hasPendingChanges() ? this.getUnacknowledgedEdits() : [];
      // Typed and taken back by hand: there is nothing to share.
      const isWaitingHere = this.state.kind === "held" || this.state.kind === "needsPlan";
      if (edits.length === 0 && isWaitingHere) this.markUntouched();
      await this.ports.cacheEdits(edits);
      this.setCached(true);
      return true;
    } catch {
      // A full or forbidden store. What is typed is still here, and goes to the server as ever.
      this.setCached(false);
      return false;
    }
  }

  private setCached(isCached: boolean): void {
    if (this.isNotCached !== isCached) return;
    this.isNotCached = !isCached;
    for (const listener of this.listeners) listener();
  }

  /** The page is about to go, or the network is back: send what may go without being asked. */
  sendNow(): void {
    if (this.hasPendingChanges()) void this.cacheEdits();
    if (!this.savesOnlyOnFlush) void this.flush();
  }

  /** Its editor is shown. */
  markOpen(): void {
    this.isClosed = false;
  }

  /**
   * Its editor is closed: what may go without being asked is tried once more. What does not go now is sent from what
   * the device keeps, by whoever looks after that: two that did so would ask about each other's. True once everything
   * typed is acknowledged.
   */
  close(): Promise<boolean> {
    this.stopSaveTimer();
    if (this.hasPendingChanges()) void this.cacheEdits();
    const saved = this.savesOnlyOnFlush ? Promise.resolve(!this.hasPendingChanges()) : this.flush();
    this.isClosed = true;
    return saved;
  }

  /** Sends now what waits. True once everything typed is acknowledged. */
  async flush(): Promise<boolean> {
    this.stopSaveTimer();
    while (this.hasPendingChanges() && this.state.kind !== "conflict") {
      const before = this.draft;
      await (this.runningSave ?? this.attemptSave());
      if (STUCK_KINDS.includes(this.state.kind) && this.draft === before) break;
    }
    return !this.hasPendingChanges();
  }

  /** The person chose: the fields in which theirs is to stay; mine goes over the others. */
  resolveConflict(keepTheirs: ReadonlySet<string>): void {
    if (this.state.kind !== "conflict") return;
    const { stored } = this.state;
    this.setState({ kind: "saving" });
    this.rebaseOnto(stored, keepTheirs);
    if (this.hasPendingChanges()) this.scheduleSave(0);
    else this.setState({ kind: "saved" });
  }

  /** Drops what was typed and never sent: the draft says again what stands. False where it may have gone out. */
  discard(): boolean {
    if (this.base === null || this.outgoing.length > 0 || this.state.kind === "conflict") return false;
    this.stopSaveTimer();
    this.draft = fillDraftLabourUnits(this.base.draft);
    this.markUntouched();
    void this.cacheEdits();
    return true;
  }

  /** Its person let go of the document elsewhere: nothing more of it is sent from here, nor kept. */
  abandon(): void {
    this.stopSaveTimer();
    if (this.cacheTimer !== null) clearTimeout(this.cacheTimer);
    this.cacheTimer = null;
    this.isClosed = true;
    this.outgoing = [];
    this.markUntouched();
  }

  /**
   * The document moved on by another deed of ours (it was sent): go on from there. What it says may be an edit of ours
   * whose answer was lost: that one is repeated first, so that nobody is asked about their own words.
   */
  adoptStored(stored: StoredDocument): void {
    if (this.runningSave === null && this.outgoing.length === 0) this.takeInStored(stored, []);
  }

  /** Others changed the document: it is taken in, unless an answer that is on its way will say so anyway. */
  followStored(stored: StoredDocument): void {
    const isNewer = this.base !== null && stored.version > this.base.version;
    if (isNewer && this.runningSave === null && this.outgoing.length === 0 && this.state.kind !== "conflict")
      this.takeInStored(stored, []);
  }

  /** What the device keeps. As long as somebody is asked, it says what they are asked about. */
  private getUnacknowledgedEdits(): StoredEdit[] {
    const own = this.acknowledged.entries;
    return own.length === 0
      ? this.composeUnsavedEdits()
      : this.composeUnsavedEdits().map((edit) => ({ ...edit, own }));
  }

  private composeUnsavedEdits(): StoredEdit[] {
    if (this.state.kind !== "conflict")
      return this.composer.composePendingEdits(this.base, this.outgoing, this.draft);
    if (this.isWholeDraftDisputed) return this.composer.composePendingEdits(null, [], this.draft);
    // Begun from what stands here they need no words of their own: all that was typed begins from there.
    const isFromOlderBase = this.disputedEdits.some(({ edit }) => edit?.baseVersion !== this.base?.version);
    return this.composer.composePendingEdits(
      this.base,
      isFromOlderBase ? this.disputedEdits : [],
      this.draft,
    );
  }

  private hasPendingChanges(): boolean {
    return this.draft !== this.savedDraft;
  }

  /** Sends after a pause, where that may be done unasked. */
  private scheduleSave(pause: number): void {
    if (this.savesOnlyOnFlush) {
      this.setState({ kind: "held" });
    } else if (this.state.kind !== "needsPlan") {
      this.setState(this.runningSave ? this.state : { kind: "waiting" });
      this.startSaveTimer(pause);
    }
  }

  private startSaveTimer(delay: number): void {
    this.stopSaveTimer();
    if (!this.isClosed) this.saveTimer = setTimeout(() => void this.attemptSave(), delay);
  }

  private stopSaveTimer(): void {
    if (this.saveTimer !== null) clearTimeout(this.saveTimer);
    this.saveTimer = null;
  }

  private attemptSave(): Promise<void> {
    this.stopSaveTimer();
    if (this.runningSave || !this.hasPendingChanges() || this.state.kind === "conflict") {
      return this.runningSave ?? Promise.resolve();
    }
    const reason = this.ports.findProblem(this.draft);
    if (reason !== null) {
      this.setState({ kind: "refused", message: reason });
      return Promise.resolve();
    }
    this.setState({ kind: "saving" });
    this.runningSave = this.sendNextEdit().finally(() => {
      this.runningSave = null;
    });
    return this.runningSave.then(() => {
      if (
        !this.savesOnlyOnFlush &&
        this.hasPendingChanges() &&
        this.saveTimer === null &&
        this.state.kind === "saving"
      )
        this.startSaveTimer(0);
    });
  }

  private async sendNextEdit(): Promise<void> {
    if (this.outgoing.length === 0) this.outgoing = this.composer.composeNextEdit(this.base, this.draft);
    const [sentEdit] = this.outgoing;
    if (!sentEdit) return this.markSaved();
    // On the device before it is on its way; a browser that keeps nothing must not keep it from going.
    await this.cacheEdits(true);
    const outcome = await (sentEdit.edit
      ? this.ports.sendEdit(sentEdit.edit)
      : this.ports.createDocument(sentEdit.resultingDraft));
    this.hasNoResponse = outcome.kind === "unanswered";
    switch (outcome.kind) {
      case "stored":
        this.retryDelay = FIRST_RETRY_DELAY;
        this.acknowledged.add(sentEdit.edit?.operations ?? []);
        this.outgoing = this.outgoing.slice(1);
        // What others did meanwhile is not taken in yet: asked about in the next window, it is asked about since here.
        this.base = { version: this.base?.version ?? FIRST_VERSION, draft: sentEdit.resultingDraft };
        return this.takeInStored(outcome.stored, []);
      case "stale":
        // Of those behind it nobody has asked the server yet.
        if (this.outgoing.length > 1) {
          const joined = this.composer.joinEdits(this.outgoing);
          if (joined) {
            this.outgoing = [joined];
            return;
          }
        }
        this.disputedEdits = this.outgoing;
        this.outgoing = [];
        return this.takeInStored(
          outcome.stored,
          this.base ? outcome.serverConflicts : this.findCreateConflicts(outcome.stored),
          sentEdit.edit?.baseVersion,
        );
      case "taken":
        this.outgoing = [];
        return this.composer.forgetOperationIds();
      case "refused":
        this.outgoing = [];
        void this.cacheEdits();
        return this.setState({ kind: "refused", message: outcome.message });
      case "needsPlan":
        // Whoever sees that there is a plan again has it sent; until then each pause would only be refused.
        this.outgoing = [];
        void this.cacheEdits();
        return this.setState({ kind: "needsPlan" });
      case "unanswered":
        return this.retryLater();
    }
  }

  /** A create that finds the document there: our own with its answer lost, unless others have been at it since. */
  private findCreateConflicts(stored: StoredDocument): Conflict[] {
    if (stored.version === FIRST_VERSION) return [];
    return this.merger.findDifferences(this.merger.toBaseRevision(stored).draft, this.draft);
  }

  private retryLater(): void {
    this.setState({ kind: "unsent" });
    this.startSaveTimer(this.retryDelay);
    this.retryDelay = Math.min(this.retryDelay * 2, MAX_RETRY_DELAY);
  }

  /** Takes in what stands, or asks first; `serverConflicts` of an edit that was begun from this version. */
  private takeInStored(
    stored: StoredDocument,
    serverConflicts: readonly Conflict[],
    editBase?: number,
  ): void {
    if (this.askAboutConflicts(stored, serverConflicts)) return;
    const { draft } = this;
    this.rebaseOnto(stored, new Set());
    // A server that sends us in a circle is asked again later.
    if (serverConflicts.length > 0 && editBase === stored.version && draft === this.draft) this.retryLater();
  }

  /** Whether there is something to ask about; `serverConflicts` is what the server asks about. */
  private askAboutConflicts(stored: StoredDocument, serverConflicts: readonly Conflict[]): boolean {
    const theirs = this.merger.toBaseRevision(stored).draft;
    const base = this.base?.draft ?? theirs;
    const conflicts = findConflictsToAsk(
      this.merger,
      { base, theirs, mine: this.draft },
      serverConflicts,
      this.acknowledged,
    );
    if (conflicts.length === 0) return false;
    this.setState({ kind: "conflict", stored, conflicts });
    void this.cacheEdits();
    return true;
  }

  /** From here on mine stands upon this. */
  private rebaseOnto(stored: StoredDocument, keepTheirs: ReadonlySet<string>): void {
    const theirs = this.merger.toBaseRevision(stored);
    const base = this.base?.draft ?? theirs.draft;
    this.disputedEdits = [];
    this.isWholeDraftDisputed = false;
    if (keepTheirs.size === 0 && this.merger.isSame(theirs.draft, base)) {
      this.base = { version: theirs.version, draft: base };
    } else {
      this.draft = this.merger.mergeOnto(theirs.draft, base, this.draft, keepTheirs);
      this.base = theirs;
    }
    this.ports.onStored?.(stored);
    const isSaved = this.outgoing.length === 0 && this.merger.isSame(this.draft, this.base.draft);
    if (isSaved) this.markSaved();
    else void this.cacheEdits();
  }

  /** Nothing typed is left to be sent. */
  private markUntouched(): void {
    this.savedDraft = this.draft;
    this.setState({ kind: "untouched" });
  }

  private markSaved(): void {
    this.savedDraft = this.draft;
    this.acknowledged.clear();
    void this.cacheEdits();
    this.setState({ kind: "saved" });
  }

  private setState(state: DraftSaveState): void {
    // Told again, it is no news to whoever shows it.
    const isSame = state.kind === this.state.kind && Object.keys(state).length === 1;
    if (!isSame) this.state = state;
    for (const listener of this.listeners) listener();
  }
}
