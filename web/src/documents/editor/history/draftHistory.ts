import { type DocumentDraft, isBlankLine, isSameValue, type LineDraft, toRequestLine } from "../draft/draft";
import type { DraftAction } from "../draft/reducer";

const TEXT_FIELDS: ReadonlySet<string> = new Set<keyof DocumentDraft>([
  "issueDate",
  "supplyDate",
  "endDate",
  "jobDescription",
  "jobAddress",
  "orderNumber",
  "notes",
  "terms",
  "labourHours",
  "labourRate",
  "discount",
  "discountReason",
  "tax",
  "deposit",
  "depositReason",
]);

const LINE_TEXT_FIELDS: ReadonlySet<string> = new Set<keyof LineDraft>([
  "name",
  "description",
  "quantity",
  "price",
  "labourHours",
  "labourRate",
  "vat",
  "cost",
]);

/** The field that an action types into; null for an action that is complete in itself. */
export function getTypedField(
  action: DraftAction,
  { items, choices, sections, photos }: DocumentDraft,
): string | null {
  if (action.type === "sections") {
    // The same sections in the same order: one of them is being renamed.
    const isRenamed =
      action.sections.length === sections.length &&
      action.sections.every(({ id }, at) => id === sections[at]?.id);
    return isRenamed ? "sections" : null;
  }
  if (action.type === "choices") {
    // The same choices in the same order: one of them is being renamed.
    const isRenamed =
      action.choices.length === choices.length &&
      action.choices.every(({ id }, at) => id === choices[at]?.id);
    return isRenamed && choices.length > 0 ? "choices" : null;
  }
  if (action.type !== "set" && action.type !== "line") return null;
  const fields = Object.keys(action.patch);
  const [field, another] = fields;
  // A cost may change together with the price that its mark-up produces.
  const isCost = action.type === "line" && fields.length === 2 && field === "cost" && another === "price";
  if (field === undefined || (another !== undefined && !isCost)) return null;
  if (field === "photos" && action.type === "set") {
    // The same photos in the same order: a caption is being typed.
    const after = action.patch.photos ?? [];
    const isCaptionTyped =
      after.length === photos.length && after.every(({ id }, at) => id === photos[at]?.id);
    return isCaptionTyped ? field : null;
  }
  if (action.type === "set") return TEXT_FIELDS.has(field) ? field : null;
  const line = items.find(({ id }) => id === action.id);
  // Adding an optional field to a line is a separate step; typing in it isn't.
  const isThere = line?.[field as keyof LineDraft] !== null && Object.values(action.patch)[0] !== null;
  return LINE_TEXT_FIELDS.has(field) && isThere ? `${action.id}.${field}` : null;
}

/** Core's merge of edits for drafts: applies the changes from `base` to `mine` to `theirs`. */
export interface EditMerger {
  findConflicts(base: DocumentDraft, theirs: DocumentDraft, mine: DocumentDraft): { path: string }[];
  mergeOnto(
    theirs: DocumentDraft,
    base: DocumentDraft,
    mine: DocumentDraft,
    keepTheirs: ReadonlySet<string>,
  ): DocumentDraft;
}

/** One action. Undoing it reverts the difference between the two drafts. */
export interface HistoryStep {
  before: DocumentDraft;
  after: DocumentDraft;
  /** The field that is typed into; null if nothing can be joined to this step. */
  field: string | null;
  time: number;
}

/** Whether undo and redo are possible. */
export interface UndoAvailability {
  canUndo: boolean;
  canRedo: boolean;
}

/** More steps than anybody goes back; the drafts share everything unchanged. */
const MAX_STEPS = 500;
/** After a pause of this many milliseconds, typing starts another step. */
const MAX_TYPING_PAUSE = 3_000;
const NOTHING_TO_UNDO: UndoAvailability = { canUndo: false, canRedo: false };

/**
 * The undo history of a draft. A step is undone by applying the operations between its two drafts to the
 * current draft: other users' changes since then stay, and so does a field of the step that another user has
 * set later.
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

  /** Records an action; continuous typing in one field is one step. null: several actions together. */
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

  /** The field lost the focus: whatever is typed next is another step. */
  readonly endTyping = (): void => {
    this.isTyping = false;
  };

  /** The draft without the last step; null if there is nothing to undo. */
  undo(current: DocumentDraft): DocumentDraft | null {
    return this.applySteps(this.doneSteps, this.undoneSteps, current, ({ before, after }) => ({
      from: after,
      to: before,
    }));
  }

  /** The draft with the last undone step again; null if there is none. */
  redo(current: DocumentDraft): DocumentDraft | null {
    return this.applySteps(this.undoneSteps, this.doneSteps, current, ({ before, after }) => ({
      from: before,
      to: after,
    }));
  }

  /** The draft without this step, whatever was done since; null if it is already undone. */
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
    // If another user's edit came in between, a joined step would undo that too.
    const goesOn = this.isTyping && last.after === before && time - last.time < MAX_TYPING_PAUSE;
    return goesOn && field !== null && field === last.field;
  }

  /** Skips steps that no longer change anything because other users have set their fields. */
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

/**
 * Applies the changes between `from` and `to` to the current draft; returns the same draft if nothing
 * changes.
 */
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
 * The merged draft with equivalent values left unchanged. Blank lines, which the rules don't know, stay as in
 * the current draft, except those that the step itself removes.
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
    // A blank line that something else removed isn't restored.
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

/**
 * The first field in which two drafts differ, named as in errors: `discount`, or `lineId.price`; null if
 * there is none.
 */
export function findChangedField(before: DocumentDraft, after: DocumentDraft): string | null {
  const linesBefore = new Map(before.items.map((line) => [line.id, line]));
  for (const line of after.items) {
    const old = linesBefore.get(line.id);
    if (!old) return `${line.id}.name`;
    if (old === line) continue;
    const fields = Object.keys(line) as (keyof LineDraft)[];
    const field = fields.find((one) => JSON.stringify(old[one]) !== JSON.stringify(line[one]));
    if (field) return `${line.id}.${field}`;
  }
  const fields = Object.keys(after) as (keyof DocumentDraft)[];
  const field = fields.find((one) => one !== "items" && before[one] !== after[one]);
  if (field) return field;
  const remainingIds = new Set(after.items.map(({ id }) => id));
  const removedIndex = before.items.findIndex(({ id }) => !remainingIds.has(id));
  // If a line was removed, the one now in its position.
  const near = removedIndex < 0 ? null : (after.items[removedIndex] ?? after.items.at(-1));
  return near ? `${near.id}.name` : null;
}
