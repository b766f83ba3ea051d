import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { FieldError } from "../../../api/generated/FieldError";
import type { Invoiced } from "../../../api/generated/Invoiced";
import type { Line } from "../../../api/generated/Line";
import type { Operation } from "../../../api/generated/Operation";
import type { PaymentRecord } from "../../../api/generated/PaymentRecord";
import type { Variation } from "../../../api/generated/Variation";
import type { Rules } from "../../../rules/rules";
import type { StoredDocument } from "../../types";
import { type Draft, headerToWire, type LineDraft, lineToWire, writtenLines } from "../draft/draft";
import { numberText } from "../draft/numberText";
import { AROUND, isSameAroundLines } from "../draft/steady";
import { changedField } from "./changedField";
import { Figures } from "./figures";

/** What the rules make of a draft. */
export interface Answer {
  /** null while a field is beyond its limits. */
  totals: Figures | null;
  /** The same list while nothing else is wrong. */
  broken: FieldError[];
  /**
   * This draft where it can be calculated, and what it comes to; else the last that could be before its last field was
   * typed in: of `9.975`, which is refused, `9.97` is no rate that anybody meant.
   */
  good: Good | null;
}

/** A draft and what it comes to. */
export interface Good {
  draft: Draft;
  totals: Figures;
}

type Header = Record<string, unknown>;

/** A draft as the rules hold it. */
interface Held {
  draft: InstanceType<Rules["Draft"]>;
  /** What the header was made of. */
  of: { kind: DocumentKind; draft: Draft };
  header: Header;
  lines: readonly LineDraft[];
  payments: readonly PaymentRecord[];
  job: OfJob;
  broken: FieldError[];
}

/** One list for every document without any. */
export const NO_PAYMENTS: readonly PaymentRecord[] = [];

/** What a job's final invoice says of the job, which no operation sets. */
interface OfJob {
  /** The earlier invoices, which it takes off. */
  invoiced: readonly Invoiced[];
  /** The variations among its lines. */
  variations: readonly Variation[];
}

/** Of every document that is no job's final invoice. */
const NO_JOB: OfJob = { invoiced: [], variations: [] };

/** The same object as long as what the stored document says of its job is the same. */
export function ofJob(stored: StoredDocument | null): OfJob {
  const key = stored?.variations ?? stored?.invoiced;
  if (!key) return NO_JOB;
  const known = OF_JOBS.get(key);
  const invoiced = stored?.invoiced ?? NO_JOB.invoiced;
  if (known?.invoiced === invoiced) return known;
  const job = { invoiced, variations: stored?.variations ?? NO_JOB.variations };
  OF_JOBS.set(key, job);
  return job;
}

const OF_JOBS = new WeakMap<object, OfJob>();

/**
 * The draft under the pen, held where the rules are: a keystroke crosses as the one field that changed, and the
 * figures are read where they lie. Lines are told apart by identity, which the reducer keeps for those that it
 * does not touch.
 */
export class ResidentDraft {
  private held: Held | null = null;
  private good: Good | null = null;
  /** The field that is being typed in, the draft that it made last, and what stood before it. */
  private typing: { field: string | null; at: Draft | null; before: Good | null } = {
    field: null,
    at: null,
    before: null,
  };
  private readonly lineNumbers: readonly (keyof LineDraft)[];

  constructor(private readonly rules: Rules) {
    this.lineNumbers = rules.lineNumbers() as (keyof LineDraft)[];
  }

  /** Brings what is held to this draft, and answers for it. The same draft again sends nothing. */
  answer(kind: DocumentKind, draft: Draft, payments: readonly PaymentRecord[], job: OfJob = NO_JOB): Answer {
    const header = this.headerOf(kind, draft);
    const lines = writtenLines(draft);
    this.follow(draft);
    try {
      const held = this.bring({ kind, draft }, header, lines, payments, job);
      const totals = Figures.of(this.rules, held.draft);
      this.good = totals ? { draft, totals } : this.typing.before;
      return { totals, broken: held.broken, good: this.good };
    } catch {
      // A field that cannot even be read (a draft kept by an older version, say): the whole names it.
      this.close();
      this.good = this.typing.before;
      const whole = { ...header, payments, ...job, items: lines.map(lineToWire) };
      try {
        return { totals: null, broken: this.rules.validate(whole), good: this.good };
      } catch (refusal) {
        return { totals: null, broken: errorsOf(refusal), good: this.good };
      }
    }
  }

  /** Notes which field is typed in. */
  private follow(draft: Draft): void {
    const { field, at, before } = this.typing;
    if (at === draft) return;
    const changed = at && changedField(at, draft);
    const isSame = changed !== null && changed === field;
    this.typing = { field: changed, at: draft, before: isSame ? before : this.good };
  }

  /** Gives the memory back; the next answer starts anew. */
  close(): void {
    this.held?.draft.free();
    this.held = null;
  }

  /** The header of a draft: the one that is held, where nothing of it has changed. */
  private headerOf(kind: DocumentKind, draft: Draft): Header {
    const { held } = this;
    const isHeld = held !== null && held.of.kind === kind && isSameAroundLines(held.of.draft, draft);
    return isHeld ? held.header : documentFields(kind, draft);
  }

  private bring(
    of: Held["of"],
    header: Header,
    lines: readonly LineDraft[],
    payments: readonly PaymentRecord[],
    job: OfJob,
  ): Held {
    // No operation sets what a job's final invoice says of it: where that is another, the draft is another.
    if (this.held && this.held.job !== job) this.close();
    let changed = false;
    const tell = (flags: number) => {
      changed ||= (flags & 2) !== 0;
    };
    let held = this.held;
    if (held === null) {
      const draft = new this.rules.Draft({ ...header, ...job, items: lines.map(lineToWire) });
      held = { draft, of, header, lines, payments: NO_PAYMENTS, job, broken: [] };
      this.held = held;
      changed = true;
    }
    const { draft } = held;
    const take = (operation: Operation) => tell(draft.take(operation));
    if (held.payments !== payments) tell(draft.setPayments(payments));
    if (held.header !== header) {
      for (const [field, value] of Object.entries(header)) {
        if (!sameValue(held.header[field], value)) take({ op: "set", field, value });
      }
    }
    this.sendLines(held.lines, lines, take, (at, field, text) => tell(draft.setLineNumber(at, field, text)));
    Object.assign(held, { of, header, lines, payments });
    if (changed) held.broken = draft.errors();
    return held;
  }

  /** Sends what lies between the lines that both begin with and those that both end with. */
  private sendLines(
    before: readonly LineDraft[],
    after: readonly LineDraft[],
    take: (operation: Operation) => void,
    setNumber: (at: number, field: number, text: string) => void,
  ): void {
    if (before === after) return;
    const shorter = Math.min(before.length, after.length);
    let start = 0;
    while (start < shorter && before[start] === after[start]) start += 1;
    let end = 0;
    while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
    const was = before.slice(start, before.length - end);
    const is = after.slice(start, after.length - end);

    const stay = new Set(is.map(({ id }) => id));
    const standing = was.filter(({ id }) => {
      if (!stay.has(id)) take({ op: "removeLine", line: id });
      return stay.has(id);
    });
    is.forEach((line, at) => {
      const follows = after[start + at - 1]?.id ?? null;
      const known = standing.findIndex(({ id }) => id === line.id);
      if (known < 0) {
        take({ op: "insertLine", after: follows, line: lineToWire(line) });
        standing.splice(at, 0, line);
        return;
      }
      const [old] = standing.splice(known, 1) as [LineDraft];
      standing.splice(at, 0, line);
      if (known !== at) take({ op: "moveLine", line: line.id, after: follows });
      if (old === line) return;
      const typed = this.typedNumber(old, line);
      if (typed) setNumber(start + at, typed.number, numberText(typed.text));
      else this.sendFields(start + at, lineToWire(old), lineToWire(line), take, setNumber);
    });
  }

  /** The one number that was typed into a line; none where it was something else, or more. */
  private typedNumber(before: LineDraft, after: LineDraft): { number: number; text: string } | null {
    let typed: { number: number; text: string } | null = null;
    for (const field in after) {
      const value = after[field as keyof LineDraft];
      if (before[field as keyof LineDraft] === value) continue;
      const number = this.lineNumbers.indexOf(field as keyof LineDraft);
      if (typed || number < 0 || typeof value !== "string") return null;
      typed = { number, text: value };
    }
    return typed;
  }

  private sendFields(
    at: number,
    before: Line,
    after: Line,
    take: (operation: Operation) => void,
    setNumber: (at: number, field: number, text: string) => void,
  ): void {
    for (const field of Object.keys(after) as (keyof Line)[]) {
      const value = after[field];
      if (sameValue(before[field], value)) continue;
      const number = this.lineNumbers.indexOf(field as keyof LineDraft);
      if (number >= 0 && typeof value === "string") setNumber(at, number, value);
      else take({ op: "setLine", line: after.id, field, value });
    }
  }
}

/** The header of the draft, less what stands around the document. */
function documentFields(kind: DocumentKind, draft: Draft): Header {
  return Object.fromEntries(
    Object.entries(headerToWire(kind, draft)).filter(([field]) => !AROUND.has(field)),
  );
}

/** Whether both cross as the same; objects are small (a line's VAT). */
function sameValue(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
}

/** The field errors of a refusal. */
function errorsOf(refusal: unknown): FieldError[] {
  if (typeof refusal === "object" && refusal !== null && "errors" in refusal) {
    return refusal.errors as FieldError[];
  }
  throw refusal;
}
