import type { Conflict } from "../../../api/generated/Conflict";
import type { DocumentEdit, StoredEdit } from "../../../offline/unsent-edits";
import type { StoredDocument } from "../../types";
import { type DocumentDraft, fillDraftLabourUnits } from "../draft/draft";
import { AcknowledgedValues, type BaseRevision, type DraftMerger, findConflictsToAsk } from "./draftMerger";
import { EditComposer, type OutgoingEdit } from "./editComposer";
import type { DraftSaveState, SaveOutcome } from "./saveState";

/** What the saver needs from its environment; tests pass a small one. */
export interface SaverPorts {
  createDocument(draft: DocumentDraft): Promise<SaveOutcome>;
  sendEdit(edit: DocumentEdit): Promise<SaveOutcome>;
  /** Why this draft would be refused, without sending it; null if it should be sent. */
  findProblem(draft: DocumentDraft): string | null;
  /** Replaces the document's edits on the device; an empty list means that all are acknowledged. */
  cacheEdits(edits: readonly StoredEdit[]): Promise<void>;
  onStored?(stored: StoredDocument): void;
}

/** What a saver starts from. */
export interface SaverStart {
  draft: DocumentDraft;
  /** null if it isn't on the server yet. */
  base: BaseRevision | null;
  /** Whether the draft contains more than the stored version. */
  typed: boolean;
  /** Edits that may have been sent before: each is repeated unchanged. */
  outgoing?: OutgoingEdit[];
  /** The values that were acknowledged before. */
  acknowledged?: StoredEdit["own"];
  /** A conflict to resolve before anything is sent. */
  conflict?: { stored: StoredDocument; conflicts: readonly Conflict[] };
}

/** A document's first version on the server. */
export const FIRST_VERSION = 1;
const TYPING_PAUSE = 700;
const CACHE_PAUSE = 200;
/** Typed, and being saved automatically. */
const BUSY_KINDS: readonly DraftSaveState["kind"][] = ["waiting", "saving"];
/** States in which sending the same again doesn't help now. */
const STUCK_KINDS: readonly DraftSaveState["kind"][] = ["unsent", "refused", "needsPlan"];
const FIRST_RETRY_DELAY = 2_000;
const MAX_RETRY_DELAY = 30_000;

/**
 * Saves a draft automatically during editing. The differences from the server's version are sent as
 * operations, one request at a time, and repeated with the same id until they are acknowledged; until then
 * they are stored on the device. Other users' changes are merged; if both changed the same field, the user
 * must choose. With `savesOnlyOnFlush`, for a document that its customer already has, nothing is sent before
 * `flush`.
 */
export class Autosaver {
  private state: DraftSaveState = { kind: "untouched" };
  private draft: DocumentDraft;
  /** The draft of which everything is acknowledged. */
  private savedDraft: DocumentDraft | null;
  private base: BaseRevision | null;
  private outgoing: OutgoingEdit[];
  /** The disputed edits as they were sent: after reopening, the device must ask about them again. */
  private disputedEdits: OutgoingEdit[] = [];
  /** Whether the whole draft has been in conflict since it was opened. */
  private isWholeDraftDisputed: boolean;
  /** The editor is closed. */
  private isClosed = false;
  /** The device couldn't store the unacknowledged edits. */
  private isNotCached = false;
  /** The last attempt had no response. */
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
    // The stored edits contain nothing new, so they are removed.
    else void this.cacheEdits();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): DraftSaveState => this.state;
  /**
   * Whether edits exist only in this window and would be lost with it: the device didn't store them, and no
   * request that is expected to arrive contains them. A retry may not arrive.
   */
  readonly isOnlyInWindow = (): boolean =>
    this.isNotCached &&
    this.hasPendingChanges() &&
    (this.hasNoResponse || !BUSY_KINDS.includes(this.state.kind));
  /** The draft, with other users' changes merged. */
  readonly getDraft = (): DocumentDraft => this.draft;

  /** The draft was edited. It is stored on the device a moment later, and on the server after a pause. */
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

  /**
   * Stores the unacknowledged edits on the device: those being sent, and those typed since. False if that
   * failed.
   */
  async cacheEdits(isSending = false): Promise<boolean> {
    if (this.cacheTimer !== null) clearTimeout(this.cacheTimer);
    this.cacheTimer = null;
    // An editor opened since then continues with the stored edits and their ids.
    if (this.isClosed && this.hasPendingChanges() && !isSending) return true;
    try {
      const edits = this.hasPendingChanges() ? this.getUnacknowledgedEdits() : [];
      // Typed and reverted by hand: there is nothing to share.
      const isWaitingHere = this.state.kind === "held" || this.state.kind === "needsPlan";
      if (edits.length === 0 && isWaitingHere) this.markUntouched();
      await this.ports.cacheEdits(edits);
      this.setCached(true);
      return true;
    } catch {
      // The storage is full or forbidden. The edits are still here and are sent to the server as usual.
      this.setCached(false);
      return false;
    }
  }

  private setCached(isCached: boolean): void {
    if (this.isNotCached !== isCached) return;
    this.isNotCached = !isCached;
    for (const listener of this.listeners) listener();
  }

  /** The page is about to close, or the network is back: sends what may be sent automatically. */
  sendNow(): void {
    if (this.hasPendingChanges()) void this.cacheEdits();
    if (!this.savesOnlyOnFlush) void this.flush();
  }

  /** The editor is open. */
  markOpen(): void {
    this.isClosed = false;
  }

  /**
   * The editor is closed: tries once more to send what may be sent automatically. What can't be sent now is
   * sent later from the stored edits by the background sender; two senders would see each other's edits as
   * conflicts. Resolves to true once all edits are acknowledged.
   */
  close(): Promise<boolean> {
    this.stopSaveTimer();
    if (this.hasPendingChanges()) void this.cacheEdits();
    const saved = this.savesOnlyOnFlush ? Promise.resolve(!this.hasPendingChanges()) : this.flush();
    this.isClosed = true;
    return saved;
  }

  /** Sends waiting edits now. Resolves to true once all edits are acknowledged. */
  async flush(): Promise<boolean> {
    this.stopSaveTimer();
    while (this.hasPendingChanges() && this.state.kind !== "conflict") {
      const before = this.draft;
      await (this.runningSave ?? this.attemptSave());
      if (STUCK_KINDS.includes(this.state.kind) && this.draft === before) break;
    }
    return !this.hasPendingChanges();
  }

  /** The user chose the fields in which the other version stays; their own edits replace the rest. */
  resolveConflict(keepTheirs: ReadonlySet<string>): void {
    if (this.state.kind !== "conflict") return;
    const { stored } = this.state;
    this.setState({ kind: "saving" });
    this.rebaseOnto(stored, keepTheirs);
    if (this.hasPendingChanges()) this.scheduleSave(0);
    else this.setState({ kind: "saved" });
  }

  /**
   * Discards edits that were never sent: the draft equals the stored version again. False if they may have
   * been sent.
   */
  discard(): boolean {
    if (this.base === null || this.outgoing.length > 0 || this.state.kind === "conflict") return false;
    this.stopSaveTimer();
    this.draft = fillDraftLabourUnits(this.base.draft);
    this.markUntouched();
    void this.cacheEdits();
    return true;
  }

  /** The user discarded the document elsewhere: nothing more is sent from here or stored. */
  abandon(): void {
    this.stopSaveTimer();
    if (this.cacheTimer !== null) clearTimeout(this.cacheTimer);
    this.cacheTimer = null;
    this.isClosed = true;
    this.outgoing = [];
    this.markUntouched();
  }

  /**
   * The document changed through another action of ours, such as sending: continue from there. The new
   * version may contain an edit whose response was lost: that is repeated first, so that users aren't asked
   * about their own changes.
   */
  adoptStored(stored: StoredDocument): void {
    if (this.runningSave === null && this.outgoing.length === 0) this.takeInStored(stored, []);
  }

  /**
   * Another user changed the document: merges the new version, unless a pending response will do so anyway.
   */
  followStored(stored: StoredDocument): void {
    const isNewer = this.base !== null && stored.version > this.base.version;
    if (isNewer && this.runningSave === null && this.outgoing.length === 0 && this.state.kind !== "conflict")
      this.takeInStored(stored, []);
  }

  /** The edits to store on the device. During a conflict they include the disputed ones. */
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
    // If they start from the current version, they need no separate entries: all edits start from there.
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

  /** Sends after a pause, if that may be done automatically. */
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
    // Stored on the device before it is sent; without storage, it must be sent all the same.
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
        // Other users' changes aren't merged yet: conflicts with them are determined from this draft on, also
        // in a window that is opened later.
        this.base = { version: this.base?.version ?? FIRST_VERSION, draft: sentEdit.resultingDraft };
        return this.takeInStored(outcome.stored, []);
      case "stale":
        // The later edits haven't been sent to the server yet.
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
        // The edits are sent when a plan is available again; until then, each attempt would only be refused.
        this.outgoing = [];
        void this.cacheEdits();
        return this.setState({ kind: "needsPlan" });
      case "unanswered":
        return this.retryLater();
    }
  }

  /**
   * A create found an existing document: our own after a lost response, unless others have changed it since.
   */
  private findCreateConflicts(stored: StoredDocument): Conflict[] {
    if (stored.version === FIRST_VERSION) return [];
    return this.merger.findDifferences(this.merger.toBaseRevision(stored).draft, this.draft);
  }

  private retryLater(): void {
    this.setState({ kind: "unsent" });
    this.startSaveTimer(this.retryDelay);
    this.retryDelay = Math.min(this.retryDelay * 2, MAX_RETRY_DELAY);
  }

  /**
   * Merges the stored version, or first asks about conflicts; `serverConflicts` are those that the server
   * reported for an edit based on version `editBase`.
   */
  private takeInStored(
    stored: StoredDocument,
    serverConflicts: readonly Conflict[],
    editBase?: number,
  ): void {
    if (this.askAboutConflicts(stored, serverConflicts)) return;
    const { draft } = this;
    this.rebaseOnto(stored, new Set());
    // If the server keeps reporting the same conflict, try again later.
    if (serverConflicts.length > 0 && editBase === stored.version && draft === this.draft) this.retryLater();
  }

  /** Asks about conflicts, if there are any; `serverConflicts` are those that the server reported. */
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

  /** From now on, this user's edits are based on this version. */
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

  /** No edits are left to send. */
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
    // The same state again isn't news for the listeners.
    const isSame = state.kind === this.state.kind && Object.keys(state).length === 1;
    if (!isSame) this.state = state;
    for (const listener of this.listeners) listener();
  }
}
