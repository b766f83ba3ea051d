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

/** The field that an action types into; null for one that is done at a stroke. */
export function getTypedField(
  action: DraftAction,
  { items, choices, sections, photos }: DocumentDraft,
): string | null {
  if (action.type === "sections") {
    // The same ones in the same order: one of them is renamed.
    const isRenamed =
      action.sections.length === sections.length &&
      action.sections.every(({ id }, at) => id === sections[at]?.id);
    return isRenamed ? "sections" : null;
  }
  if (action.type === "choices") {
    // The same ones in the same order: one of them is renamed.
    const isRenamed =
      action.choices.length === choices.length &&
      action.choices.every(({ id }, at) => id === choices[at]?.id);
    return isRenamed && choices.length > 0 ? "choices" : null;
  }
  if (action.type !== "set" && action.type !== "line") return null;
  const fields = Object.keys(action.patch);
  const [field, another] = fields;
  // A price that a mark-up makes of the cost comes with it.
  const isCost = action.type === "line" && fields.length === 2 && field === "cost" && another === "price";
  if (field === undefined || (another !== undefined && !isCost)) return null;
  if (field === "photos" && action.type === "set") {
    // The same ones in the same order: what stands below one of them is written.
    const after = action.patch.photos ?? [];
    const isCaptionTyped =
      after.length === photos.length && after.every(({ id }, at) => id === photos[at]?.id);
    return isCaptionTyped ? field : null;
  }
  if (action.type === "set") return TEXT_FIELDS.has(field) ? field : null;
  const line = items.find(({ id }) => id === action.id);
  // To switch a line's own figure on is a stroke; to type it is not.
  const isThere = line?.[field as keyof LineDraft] !== null && Object.values(action.patch)[0] !== null;
  return LINE_TEXT_FIELDS.has(field) && isThere ? `${action.id}.${field}` : null;
}

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

/** The first field that two drafts differ in, as errors name it: `discount`, or `lineId.price`; null for none. */
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
  // Where a line went: the one that stands in its place.
  const near = removedIndex < 0 ? null : (after.items[removedIndex] ?? after.items.at(-1));
  return near ? `${near.id}.name` : null;
}
