import { type DocumentDraft, isBlankLine, isSameValue, toRequestLine } from "../draft/draft";
import type { DraftAction } from "../draft/reducer";
import { getTypedField } from "./typedField";

/** Core's merge of edits, as a draft needs it: what separates `mine` from `base`, put upon `theirs`. */
export interface EditMerger {
  findConflicts(base: DocumentDraft, theirs: DocumentDraft, mine: DocumentDraft): { path: string }[];
  mergeOnto(
    theirs: DocumentDraft,
    base: DocumentDraft,
    mine: DocumentDraft,
    keepTheirs: ReadonlySet<string>,
  ): DocumentDraft;
}

/** One thing that a person did. What separates the two drafts is what undoing it takes back. */
export interface HistoryStep {
  before: DocumentDraft;
  after: DocumentDraft;
  /** The field that is typed into; null: nothing joins this step. */
  field: string | null;
  time: number;
}

/** What can be done now. */
export interface UndoAvailability {
  canUndo: boolean;
  canRedo: boolean;
}

/** More than anybody goes back; the drafts share all that did not change. */
const MAX_STEPS = 500;
/** Typing that stops for so long, in milliseconds, goes on as another step. */
const MAX_TYPING_PAUSE = 3_000;
const NOTHING_TO_UNDO: UndoAvailability = { canUndo: false, canRedo: false };

/**
 * What was done to a draft, to be undone and done again. A step is undone by the operations between its two drafts,
 * put upon the draft as it is now: what others changed meanwhile stays, and so does a field of the step that
 * somebody else set after it.
 */
export class DraftHistory {
  private doneSteps: HistoryStep[] = [];
  private undoneSteps: HistoryStep[] = [];
  private isTyping = false;
  private availability = NOTHING_TO_UNDO;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly merger: EditMerger,
    private readonly now: () => number = Date.now,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): UndoAvailability => this.availability;

  /** Notes what was done; what is typed into one field in one go is one step. null: more than one action does. */
  record(action: DraftAction | null, before: DocumentDraft, after: DocumentDraft): HistoryStep {
    const field = action && getTypedField(action, before);
    const time = this.now();
    const last = this.doneSteps.at(-1);
    this.undoneSteps = [];
    if (last && this.continuesStep(last, field, before, time)) {
      last.after = after;
      last.time = time;
      this.notify();
      return last;
    }
    const step = { before, after, field, time };
    this.doneSteps.push(step);
    if (this.doneSteps.length > MAX_STEPS) this.doneSteps.shift();
    this.isTyping = field !== null;
    this.notify();
    return step;
  }

  /** The pen left the field: what comes next is another step. */
  readonly endTyping = (): void => {
    this.isTyping = false;
  };

  /** The draft without the last step; null where there is nothing to undo. */
  undo(current: DocumentDraft): DocumentDraft | null {
    return this.applySteps(this.doneSteps, this.undoneSteps, current, ({ before, after }) => ({
      from: after,
      to: before,
    }));
  }

  /** The draft with the last undone step done again; null where there is none. */
  redo(current: DocumentDraft): DocumentDraft | null {
    return this.applySteps(this.undoneSteps, this.doneSteps, current, ({ before, after }) => ({
      from: before,
      to: after,
    }));
  }

  /** The draft without this step, whatever was done since; null where it is undone already. */
  undoStep(step: HistoryStep, current: DocumentDraft): DocumentDraft | null {
    const at = this.doneSteps.indexOf(step);
    if (at < 0) return null;
    this.doneSteps.splice(at, 1);
    this.undoneSteps.push(step);
    this.endTyping();
    this.notify();
    return applyChange(this.merger, current, step.after, step.before);
  }

  private continuesStep(
    last: HistoryStep,
    field: string | null,
    before: DocumentDraft,
    time: number,
  ): boolean {
    // Where others' edits came between, the step would take them back too.
    const goesOn = this.isTyping && last.after === before && time - last.time < MAX_TYPING_PAUSE;
    return goesOn && field !== null && field === last.field;
  }

  /** Steps that change nothing any more, since others set their fields, are passed over. */
  private applySteps(
    from: HistoryStep[],
    to: HistoryStep[],
    current: DocumentDraft,
    getChange: (step: HistoryStep) => { from: DocumentDraft; to: DocumentDraft },
  ): DocumentDraft | null {
    this.endTyping();
    let next: DocumentDraft | null = null;
    for (let step = from.pop(); step && next === null; ) {
      const { from: base, to: target } = getChange(step);
      const changed = applyChange(this.merger, current, base, target);
      to.push(step);
      if (changed !== current) next = changed;
      else step = from.pop();
    }
    this.notify();
    return next;
  }

  private notify(): void {
    const availability = { canUndo: this.doneSteps.length > 0, canRedo: this.undoneSteps.length > 0 };
    if (
      availability.canUndo === this.availability.canUndo &&
      availability.canRedo === this.availability.canRedo
    )
      return;
    this.availability = availability;
    for (const listener of this.listeners) listener();
  }
}

/** What separates `to` from `from`, put upon the draft as it is; the same draft where nothing changes. */
function applyChange(
  merger: EditMerger,
  current: DocumentDraft,
  from: DocumentDraft,
  to: DocumentDraft,
): DocumentDraft {
  const keepTheirs = new Set(merger.findConflicts(from, current, to).map(({ path }) => path));
  const merged = merger.mergeOnto(current, from, to, keepTheirs);
  return keepUnchanged(current, merged, from, to);
}

/**
 * The merged draft with whatever says the same as now left as it is, and the places to type, of which the rules know
 * nothing, as the step had them.
 */
function keepUnchanged(
  current: DocumentDraft,
  merged: DocumentDraft,
  from: DocumentDraft,
  to: DocumentDraft,
): DocumentDraft {
  const now = new Map(current.items.map((line) => [line.id, line]));
  const getLineIds = ({ items }: DocumentDraft) => new Set(items.map(({ id }) => id));
  const [idsBefore, idsAfter] = [getLineIds(from), getLineIds(to)];
  const items = merged.items
    // A place to type that was taken away by something else stays away.
    .filter((line) => now.has(line.id) || !isBlankLine(line) || !idsBefore.has(line.id))
    .map((line) => {
      const currentLine = now.get(line.id);
      return currentLine && isSameValue(toRequestLine(currentLine), toRequestLine(line)) ? currentLine : line;
    });
  const placed = new Set(items.map(({ id }) => id));
  current.items.forEach((line, at) => {
    const isOfStep = idsBefore.has(line.id) && !idsAfter.has(line.id);
    if (placed.has(line.id) || !isBlankLine(line) || isOfStep) return;
    const follows = items.findIndex(({ id }) => id === current.items[at - 1]?.id);
    items.splice(follows + 1, 0, line);
  });
  if (items.length === 0) items.push(...merged.items);
  const header = Object.fromEntries(
    Object.entries(merged).map(([field, value]) => {
      const currentValue = current[field as keyof DocumentDraft];
      return [field, isSameValue(currentValue, value) ? currentValue : value];
    }),
  ) as unknown as DocumentDraft;
  const areLinesSame =
    items.length === current.items.length && items.every((line, at) => line === current.items[at]);
  const next = { ...header, items: areLinesSame ? current.items : items };
  const isSame = (Object.keys(next) as (keyof DocumentDraft)[]).every(
    (field) => next[field] === current[field],
  );
  return isSame ? current : next;
}
