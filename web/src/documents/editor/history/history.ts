import { type Draft, isBlank, lineToWire, sameValue } from "../draft/draft";
import type { Action } from "../draft/reducer";
import { typedField } from "./typedField";

/** Core's merge of edits, as a draft needs it: what separates `mine` from `base`, put upon `theirs`. */
export interface Merge {
  conflicts(base: Draft, theirs: Draft, mine: Draft): { path: string }[];
  onto(theirs: Draft, base: Draft, mine: Draft, stay: ReadonlySet<string>): Draft;
}

/** One thing that a person did. What separates the two drafts is what undoing it takes back. */
export interface Step {
  before: Draft;
  after: Draft;
  /** The field that is typed into; null: nothing joins this step. */
  field: string | null;
  time: number;
}

/** What can be done now. */
export interface Reach {
  canUndo: boolean;
  canRedo: boolean;
}

/** More than anybody goes back; the drafts share all that did not change. */
const MOST_STEPS = 500;
/** Typing that stops for so long, in milliseconds, goes on as another step. */
const LONGEST_PAUSE = 3_000;
const NOWHERE: Reach = { canUndo: false, canRedo: false };

/**
 * What was done to a draft, to be undone and done again. A step is undone by the operations between its two drafts,
 * put upon the draft as it is now: what others changed meanwhile stays, and so does a field of the step that
 * somebody else set after it.
 */
export class History {
  private done: Step[] = [];
  private undone: Step[] = [];
  private typing = false;
  private reach = NOWHERE;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly merge: Merge,
    private readonly now: () => number = Date.now,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): Reach => this.reach;

  /** Notes what was done; what is typed into one field in one go is one step. null: more than one action does. */
  note(action: Action | null, before: Draft, after: Draft): Step {
    const field = action && typedField(action, before);
    const time = this.now();
    const last = this.done.at(-1);
    this.undone = [];
    if (last && this.joins(last, field, before, time)) {
      last.after = after;
      last.time = time;
      this.tell();
      return last;
    }
    const step = { before, after, field, time };
    this.done.push(step);
    if (this.done.length > MOST_STEPS) this.done.shift();
    this.typing = field !== null;
    this.tell();
    return step;
  }

  /** The pen left the field: what comes next is another step. */
  readonly lift = (): void => {
    this.typing = false;
  };

  /** The draft without the last step; null where there is nothing to undo. */
  undo(current: Draft): Draft | null {
    return this.walk(this.done, this.undone, current, ({ before, after }) => ({ from: after, to: before }));
  }

  /** The draft with the last undone step done again; null where there is none. */
  redo(current: Draft): Draft | null {
    return this.walk(this.undone, this.done, current, ({ before, after }) => ({ from: before, to: after }));
  }

  /** The draft without this step, whatever was done since; null where it is undone already. */
  undoStep(step: Step, current: Draft): Draft | null {
    const at = this.done.indexOf(step);
    if (at < 0) return null;
    this.done.splice(at, 1);
    this.undone.push(step);
    this.lift();
    this.tell();
    return put(this.merge, current, step.after, step.before);
  }

  private joins(last: Step, field: string | null, before: Draft, time: number): boolean {
    // Where others' edits came between, the step would take them back too.
    const goesOn = this.typing && last.after === before && time - last.time < LONGEST_PAUSE;
    return goesOn && field !== null && field === last.field;
  }

  /** Steps that change nothing any more, since others set their fields, are passed over. */
  private walk(
    from: Step[],
    to: Step[],
    current: Draft,
    way: (step: Step) => { from: Draft; to: Draft },
  ): Draft | null {
    this.lift();
    let next: Draft | null = null;
    for (let step = from.pop(); step && next === null; ) {
      const { from: base, to: aim } = way(step);
      const made = put(this.merge, current, base, aim);
      to.push(step);
      if (made !== current) next = made;
      else step = from.pop();
    }
    this.tell();
    return next;
  }

  private tell(): void {
    const reach = { canUndo: this.done.length > 0, canRedo: this.undone.length > 0 };
    if (reach.canUndo === this.reach.canUndo && reach.canRedo === this.reach.canRedo) return;
    this.reach = reach;
    for (const listener of this.listeners) listener();
  }
}

/** What separates `to` from `from`, put upon the draft as it is; the same draft where nothing changes. */
function put(merge: Merge, current: Draft, from: Draft, to: Draft): Draft {
  const stay = new Set(merge.conflicts(from, current, to).map(({ path }) => path));
  const merged = merge.onto(current, from, to, stay);
  return settle(current, merged, from, to);
}

/**
 * The merged draft with whatever says the same as now left as it is, and the places to type, of which the rules know
 * nothing, as the step had them.
 */
function settle(current: Draft, merged: Draft, from: Draft, to: Draft): Draft {
  const now = new Map(current.items.map((line) => [line.id, line]));
  const idsOf = ({ items }: Draft) => new Set(items.map(({ id }) => id));
  const [had, gets] = [idsOf(from), idsOf(to)];
  const items = merged.items
    // A place to type that was taken away by something else stays away.
    .filter((line) => now.has(line.id) || !isBlank(line) || !had.has(line.id))
    .map((line) => {
      const own = now.get(line.id);
      return own && sameValue(lineToWire(own), lineToWire(line)) ? own : line;
    });
  const placed = new Set(items.map(({ id }) => id));
  current.items.forEach((line, at) => {
    const isOfStep = had.has(line.id) && !gets.has(line.id);
    if (placed.has(line.id) || !isBlank(line) || isOfStep) return;
    const follows = items.findIndex(({ id }) => id === current.items[at - 1]?.id);
    items.splice(follows + 1, 0, line);
  });
  if (items.length === 0) items.push(...merged.items);
  const header = Object.fromEntries(
    Object.entries(merged).map(([field, value]) => {
      const own = current[field as keyof Draft];
      return [field, sameValue(own, value) ? own : value];
    }),
  ) as unknown as Draft;
  const kept = items.length === current.items.length && items.every((line, at) => line === current.items[at]);
  const next = { ...header, items: kept ? current.items : items };
  const isSame = (Object.keys(next) as (keyof Draft)[]).every((field) => next[field] === current[field]);
  return isSame ? current : next;
}
